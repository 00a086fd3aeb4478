// JournalFile: a journal on disk, a line per ended request, so that memory stays flat and a crash loses seconds.
import { closeSync, mkdirSync, openSync, readSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
import { GateError } from "../../errors.ts";
import {
  type RunHead,
  requestLine,
  runLine,
  type WorkloadHead,
  workloadLine,
} from "../../metrics/run/journal.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import type { Redact } from "../../report/text/redact.ts";
import type { Side } from "../../workload/duet/order.ts";
import type { Journal } from "./journal.ts";

/** Lines are written when there are so many characters of them, or after this time. */
const blockLength = 65_536;
const longestWaitMs = 5_000;
const readLength = 65_536;

interface Line {
  readonly request: DigestedRecord;
  readonly side?: Side;
}

/** The lines of a file from an offset on; what follows the last line feed is none. */
export function* linesOf(file: string, from = 0): Generator<string> {
  const handle = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(readLength);
    const decoder = new StringDecoder("utf8");
    let rest = "";
    for (let at = from; ; ) {
      const size = readSync(handle, buffer, 0, readLength, at);
      if (size === 0) return;
      at += size;
      const lines = (rest + decoder.write(buffer.subarray(0, size))).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(handle);
  }
}

export class JournalFile implements Journal {
  readonly #file: string;
  #redact: Redact = (text) => text;
  #waiting = "";
  #timer: NodeJS.Timeout | undefined;
  #written = Promise.resolve();
  /** Bytes handed over to be written. */
  #size = 0;
  /** Where the records of the current workload begin. */
  #workloadAt = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The first one replaces the file that is there, and creates the folders that are missing. */
  beginRun(run: RunHead, redact: Redact): void {
    if (this.#size === 0) this.#create();
    this.#redact = redact;
    this.#line(runLine(run));
  }

  beginWorkload(head: WorkloadHead): void {
    this.#line(workloadLine(head));
    this.#flush();
    this.#workloadAt = this.#size;
  }

  add(record: DigestedRecord, side?: Side): void {
    this.#line(requestLine(record, side));
  }

  async records(wanted: Side = "candidate"): Promise<readonly DigestedRecord[]> {
    this.#flush();
    await this.#written;
    const records: DigestedRecord[] = [];
    for (const line of linesOf(this.#file, this.#workloadAt)) {
      const { request, side = "candidate" }: Line = JSON.parse(line);
      if (side === wanted) records.push(request);
    }
    return records;
  }

  /** What was measured is in the results: the journal is no longer needed. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#written.catch(() => {});
    await rm(this.#file, { force: true });
  }

  #create(): void {
    mkdirSync(path.dirname(path.resolve(this.#file)), { recursive: true });
    closeSync(openSync(this.#file, "w"));
  }

  #line(line: string): void {
    this.#waiting += `${this.#redact(line)}\n`;
    if (this.#waiting.length >= blockLength) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), longestWaitMs).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === "") return;
    const block = Buffer.from(this.#waiting);
    this.#waiting = "";
    this.#size += block.length;
    this.#written = this.#written.then(() => this.#append(block));
    // Whoever waits for the records is told.
    this.#written.catch(() => {});
  }

  async #append(block: Uint8Array): Promise<void> {
    try {
      const handle = await open(this.#file, "a");
      await handle.writeFile(block).finally(() => handle.close());
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new GateError("measurement", `the journal ${this.#file} cannot be written: ${why}`, {
        cause,
      });
    }
  }
}
