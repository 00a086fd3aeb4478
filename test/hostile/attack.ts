// Attacks: a hostile server, a client in its own process, and what the one makes of the other.
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestRecord } from "../../src/metrics/record.ts";
import { plainText } from "../../src/report/faces/plain.ts";
import { safeLine } from "../../src/report/text/safe-text.ts";
import { code, text } from "../../src/report/text/text.ts";
import { rawServer, type Script } from "../support/raw-server.ts";
import { commandIn } from "../support/runner-commands.ts";
import { answer, good, goodBody, hold, output, sends, sse } from "./acts.ts";
import { type Returned, Victim } from "./client.ts";

/** "completed", or the kind of the failure and what its detail says. */
export type Expected = "completed" | readonly [kind: string, detail: RegExp];

export interface Attack {
  /** What the server does. */
  readonly title: string;
  readonly script: Script;
  readonly expected: Expected;
  /** Shown each connection before anything came on it. */
  readonly accepted?: (socket: Socket) => void;
  readonly timeoutMs?: number;
}

const maxGrowthMiB = 64;
const usualTimeoutMs = 20_000;

async function suffer(victim: Victim, { script, accepted, timeoutMs }: Attack): Promise<Returned> {
  const server = await rawServer(script, accepted);
  try {
    return await victim.send({ origin: server.origin, timeoutMs: timeoutMs ?? usualTimeoutMs });
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

/** What the log and the report print of it: one line each, that no runner and no terminal obeys. */
function checkLines(detail: string): void {
  for (const line of [safeLine(detail), plainText(text`Failed: ${code(detail)}.`)]) {
    expect(line).not.toMatch(/(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(commandIn(line)).toBeUndefined();
    expect(line.length).toBeLessThan(400);
  }
}

function check(record: RequestRecord, expected: Expected): void {
  const detail = record.outcome === "failed" ? record.detail : "";
  const outcome = record.outcome === "failed" ? record.failure : record.outcome;
  const [kind, said] = expected === "completed" ? [expected, /^$/] : expected;
  expect({ outcome, detail }).toEqual({ outcome: kind, detail: expect.stringMatching(said) });
  checkLines(detail);
}

const answersWell = { title: "answers well", expected: "completed" } as const;
const harmless: Attack = { ...answersWell, script: sends(good, hold) };
/** What a client has grown to before it meets an attack: ten answers of 2,000 tokens. */
const ordinaryAnswers = 10;
const ordinary: Attack = {
  ...answersWell,
  script: sends(answer("200 OK", sse, output.repeat(2_000) + goodBody), hold),
};

/** One test per attack, all on one client, and one on the memory that it took for all of them. */
export function attacks(all: readonly Attack[]): void {
  let victim: Victim;
  let usualMiB = 0;
  let peakMiB = 0;
  beforeAll(async () => {
    victim = new Victim();
    for (let index = 0; index < ordinaryAnswers; index += 1)
      usualMiB = (await suffer(victim, ordinary)).peakMiB;
  });
  afterAll(() => victim.close());

  test.each(all)("a server that $title", async (attack) => {
    const returned = await suffer(victim, attack);
    peakMiB = returned.peakMiB;
    check(returned.record, attack.expected);
  });

  test(`all of them together cost the client at most ${maxGrowthMiB} MiB`, async () => {
    expect(peakMiB - usualMiB).toBeLessThanOrEqual(maxGrowthMiB);
    check((await suffer(victim, harmless)).record, "completed");
  });
}
