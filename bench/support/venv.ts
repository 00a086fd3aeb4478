// Venv: a Python environment of a bench's own, filled on first use.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { cache } from "./native.ts";

/** Its interpreter; throws where the packages cannot be had. */
export function venvWith(name: string, packages: readonly string[]): string {
  const folder = path.join(cache, name);
  const python = path.join(folder, "bin/python");
  const ready = path.join(folder, packages.join("_"));
  if (existsSync(ready)) return python;
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  run("python3", "-m", "venv", folder);
  run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages);
  run("touch", ready);
  return python;
}
