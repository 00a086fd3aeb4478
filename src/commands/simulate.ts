// `latency-gate simulate`: the built-in endpoint with known timing, until it is stopped.
import { Command } from "commander";
import { parseDuration, parseShare } from "../config/fields/units.ts";
import { configError, type Problem } from "../errors.ts";
import { stopSignal } from "../ports.ts";
import type { SimulatorOptions } from "../simulator/options.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { fromMilliseconds, type Micros } from "../time.ts";
import { print } from "./console.ts";
import { example } from "./flags.ts";

type Flags = Readonly<Record<string, string | undefined>>;

/** Reads flags one by one and remembers what was wrong with each. */
class FlagReader {
  readonly problems: Problem[] = [];
  readonly #flags: Flags;

  constructor(flags: Flags) {
    this.#flags = flags;
  }

  /** Undefined where the flag is absent or wrong; wrong ones are in `problems`. */
  take<T>(name: string, parse: (text: string) => T | undefined, legal: string): T | undefined {
    const text = this.#flags[name];
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) this.problems.push({ input: `--${dashed(name)}`, value: text, legal });
    return value;
  }
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A bare number is milliseconds here: the flags are named so. */
function duration(text: string): Micros | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? fromMilliseconds(Number(text)) : parseDuration(text);
}

function share(text: string): number | undefined {
  const value = /^(0|1|0?\.\d+)$/.test(text) ? Number(text) : parseShare(text);
  return value !== undefined && value <= 1 ? value : undefined;
}

function whole(minimum: number) {
  return (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
}

function port(text: string): number | undefined {
  const value = whole(0)(text);
  return value !== undefined && value < 65_536 ? value : undefined;
}

function errorStatus(text: string): number | undefined {
  return /^[45]\d\d$/.test(text) ? Number(text) : undefined;
}

const apis = [
  "openai-chat",
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "ollama-chat",
] as const;

const durationLegal = "a duration as 250ms or 2s, or a number of milliseconds";
const shareLegal = "a share from 0 to 1, as 5% or 0.05";

/** Absent options keep the simulator's own defaults. */
function present<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Throws one configuration error with every problem. */
export function simulatorOptions(flags: Flags): SimulatorOptions {
  const reader = new FlagReader(flags);
  const ttftJitter = reader.take("jitter", share, shareLegal);
  const api = reader.take("api", (text) => apis.find((one) => one === text), apis.join(", "));
  const options = present({
    api,
    port: reader.take("port", port, "a port number, 0 for any"),
    ttft: reader.take("ttft", duration, durationLegal),
    tpot: reader.take("tpot", duration, durationLegal),
    tokens: reader.take("tokens", whole(1), "a whole number from 1"),
    tokensPerEvent: reader.take("tokensPerEvent", whole(1), "a whole number from 1"),
    jitter: ttftJitter === undefined ? undefined : { ttft: ttftJitter, tpot: ttftJitter },
    errorRate: reader.take("errorRate", share, shareLegal),
    errorStatus: reader.take("errorStatus", errorStatus, "an HTTP status from 400 to 599"),
    stallRate: reader.take("stallRate", share, shareLegal),
    stallDuration: reader.take("stallDuration", duration, durationLegal),
    slots: reader.take("slots", whole(1), "a whole number from 1"),
    seed: reader.take("seed", whole(0), "a whole number from 0"),
  });
  if (reader.problems.length > 0) throw configError(reader.problems);
  return { ...options, logRequests: 0 };
}

async function run(flags: Flags): Promise<void> {
  const simulator = await startSimulator(simulatorOptions(flags));
  print(`Listening on ${simulator.url}`);
  const signal = stopSignal(() => {});
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await simulator.close();
}

export function simulateCommand(): Command {
  return new Command("simulate")
    .description("Serve the built-in endpoint with known timing, until stopped.")
    .option("--port <n>", "Port on 127.0.0.1; default: any free one, which is printed.")
    .option("--api <name>", `Answer only this API; default: all of ${apis.join(", ")}.`)
    .option("--ttft <ms>", "Time to the first token; default: 300ms.")
    .option("--tpot <ms>", "Time per token after it; default: 20ms.")
    .option("--tokens <n>", "Output tokens; default: what the request asks for at most.")
    .option("--tokens-per-event <n>", "Tokens in one event; default: 1.")
    .option("--jitter <share>", "Spread of both times from request to request; default: 0.")
    .option("--error-rate <share>", "Share of requests answered with an error; default: 0.")
    .option("--error-status <code>", "Its status, as 429 of a busy server; default: 500.")
    .option("--stall-rate <share>", "Share of requests that pause amid their output; default: 0.")
    .option("--stall-duration <ms>", "How long they pause; default: 10s.")
    .option("--slots <n>", "Requests answered at a time, the others wait; default: no limit.")
    .option("--seed <n>", "Seed of everything that is drawn; default: 1.")
    .addHelpText("after", example("latency-gate simulate --port 8000 --ttft 300ms --tpot 20ms"))
    .action((flags: Flags) => run(flags));
}
