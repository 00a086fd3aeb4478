// A client in a process of its own, told whom to ask.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RequestRecord } from "../../src/metrics/record.ts";

const program = fileURLToPath(new URL("victim.ts", import.meta.url));

export interface Errand {
  readonly origin: string;
  readonly timeoutMs: number;
  readonly insecureTls?: boolean;
}

export interface Returned {
  readonly record: RequestRecord;
  /** Largest resident size that the process ever had. */
  readonly peakMiB: number;
}

export class Victim {
  readonly #process: ChildProcess;

  /** `environment` adds to this process's own. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...environment };
    this.#process = fork(program, { execArgv: ["--expose-gc"], env });
  }

  async send(errand: Errand): Promise<Returned> {
    const over = new AbortController();
    const { signal } = over;
    const answered = once(this.#process, "message", { signal });
    const died = once(this.#process, "exit", { signal }).then(([exitCode]) => {
      throw new Error(`the client ended with ${exitCode}`);
    });
    this.#process.send(errand);
    try {
      const [returned] = await Promise.race([answered, died]);
      return returned;
    } finally {
      over.abort();
      await Promise.allSettled([answered, died]);
    }
  }

  close(): void {
    this.#process.disconnect();
  }
}
