// The Python reader: aiohttp, uvloop and orjson in an environment of their own, installed on first use.
import path from "node:path";
import { startWorker, type Worker } from "./children.ts";
import { venvWith } from "./venv.ts";

const packages = ["aiohttp==3.14.5", "uvloop==0.23.0", "orjson==3.13.0"];
const program = path.join(import.meta.dirname, "../native/reader.py");

/** Undefined, loudly, where it cannot be had. */
export function startPython(): Worker | undefined {
  try {
    return startWorker(venvWith("python", packages), [program]);
  } catch (cause) {
    console.error("\n!!! The Python reader could not be installed: every ratio to it is missing.");
    console.error(`!!! ${cause instanceof Error ? cause.message.split("\n")[0] : cause}\n`);
    return undefined;
  }
}
