// The Python reader: aiohttp, uvloop and orjson in an environment of their own, installed on first use.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { startWorker, type Worker } from "./children.ts";
import { cache } from "./native.ts";

const packages = ["aiohttp==3.14.5", "uvloop==0.23.0", "orjson==3.13.0"];
const program = path.join(import.meta.dirname, "../native/reader.py");

function install(folder: string): void {
  const python = path.join(folder, "bin/python");
  const ready = path.join(folder, packages.join("_"));
  if (existsSync(ready)) return;
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  run("python3", "-m", "venv", folder);
  run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages);
  run("touch", ready);
}

/** Undefined, loudly, where it cannot be had. */
export function startPython(): Worker | undefined {
  const folder = path.join(cache, "python");
  try {
    install(folder);
  } catch (cause) {
    console.error("\n!!! The Python reader could not be installed: every ratio to it is missing.");
    console.error(`!!! ${cause instanceof Error ? cause.message.split("\n")[0] : cause}\n`);
    return undefined;
  }
  return startWorker(path.join(folder, "bin/python"), [program]);
}
