// Children of a bench: programs that answer one line of JSON to each line of JSON.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export type Piped = ChildProcessByStdio<Writable, Readable, null>;

export function start(command: string, args: readonly string[]): Piped {
  return spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
}

export interface Worker {
  ask<T>(task: object): Promise<T>;
  close(): Promise<void>;
}

export function startWorker(command: string, args: readonly string[]): Worker {
  const child = start(command, args);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(task) {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ${args.join(" ")} ended without an answer`);
      return JSON.parse(value);
    },
    async close() {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.stdin.end();
      await gone;
    },
  };
}
