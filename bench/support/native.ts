// The native programs of the bench: built with the compiler at hand, started and asked.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { type Piped, start } from "./children.ts";
import type { Spread } from "./figures.ts";

export const cache = path.join(import.meta.dirname, "../../node_modules/.cache/latency-gate-bench");
const sources = path.join(import.meta.dirname, "../native");

function compile(name: string): string {
  const target = path.join(cache, name);
  const args = ["-O2", "-Wall", "-o", target, path.join(sources, `${name}.c`)];
  execFileSync(process.env["CC"] ?? "cc", args, { stdio: ["ignore", "inherit", "inherit"] });
  return target;
}

export interface Native {
  readonly server: string;
  readonly client: string;
}

/** Ends the process, loudly, where there is no compiler: without a ground truth there is nothing to say. */
export function buildNative(bench: string): Native {
  try {
    mkdirSync(cache, { recursive: true });
    return { server: compile("server"), client: compile("client") };
  } catch (cause) {
    console.error(
      `\n!!! ${bench}: NOT MEASURED. The ground-truth server is written in C for Linux`,
    );
    console.error("!!! and could not be built; install a C compiler (cc), or name one in CC.");
    console.error(`!!! ${cause instanceof Error ? cause.message.split("\n")[0] : cause}\n`);
    console.log(JSON.stringify({ bench, skipped: "no C compiler" }));
    process.exit(0);
  }
}

interface ServerStats {
  readonly accepted: number;
  readonly requests: number;
  /** Since the last time it was asked. */
  readonly maxActive: number;
  readonly idleClosed: number;
  readonly cpuMicros: number;
}

export interface TruthServer {
  readonly port: number;
  /** The base URL of a stream of so many events; see native/server.c for the settings. */
  url(settings: Readonly<Record<string, number>>): string;
  stats(): Promise<ServerStats>;
  close(): Promise<void>;
}

async function firstLine(child: Piped): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return String(line);
}

export async function startServer(
  { server }: Native,
  { idleMs = 0, reset = false } = {},
): Promise<TruthServer> {
  const child = start(server, [String(idleMs), reset ? "1" : "0"]);
  const port = Number(await firstLine(child));
  const base = `http://127.0.0.1:${port}`;
  return {
    port,
    url: (settings) =>
      `${base}/v1?${Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join("&")}`,
    async stats() {
      const answer = await fetch(`${base}/stats`, { headers: { connection: "close" } });
      return JSON.parse(await answer.text());
    },
    async close() {
      const gone = once(child, "exit");
      child.stdin.end();
      await gone;
    },
  };
}

/** What every reader tells of one round; lags in ms, over what arrived after `skipMs`. */
export interface ReaderFigures {
  readonly events: number;
  readonly seconds: number;
  readonly cpuMicros: number;
  readonly lag: Spread;
}

export function readNatively({ client }: Native, task: ReaderTask): ReaderFigures {
  const { port, pathname, search } = new URL(task.url);
  const args = [port, String(task.streams), `${pathname}${search}`, String(task.skipMs)];
  return JSON.parse(execFileSync(client, args, { encoding: "utf8" }));
}

export interface ReaderTask {
  readonly url: string;
  /** Opens the connections before the clock starts. */
  readonly warmUrl: string;
  readonly streams: number;
  readonly skipMs: number;
}
