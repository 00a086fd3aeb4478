// The short form of `npm run end-to-end`, in virtual time: the same program, endpoints that answer to the microsecond.
import { expect, test } from "vitest";
import { emptyDocument, withRecording } from "../../../src/baseline/document.ts";
import type { BaselineDocument } from "../../../src/baseline/history.ts";
import type { BaselineStore } from "../../../src/baseline/store.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import type { Endpoint } from "../../../src/endpoint/endpoint.ts";
import { gate } from "../../../src/gate.ts";
import { randomFrom } from "../../../src/stats/random.ts";
import { fromSeconds } from "../../../src/time.ts";
import { type ChatBehaviour, fakeChat } from "../../support/fake-chat.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { type Change, campaign, isKept, type Lab, type Size, type Tally } from "./campaign.ts";

const inputs: Readonly<Record<string, string>> = {
  endpoint: "http://127.0.0.1:1/v1",
  model: "simulated",
  requests: "100",
  concurrency: "50",
  "prompt-tokens": "16",
  "output-tokens": "3",
  "warm-up": "0",
};

const random = randomFrom(20_261_201);
/** A factor around 1 with a standard deviation of `spread`: a uniform one's is its width ÷ √12. */
function around(spread: number): number {
  return 1 + spread * Math.sqrt(12) * (random() - 0.5);
}

const factors: Readonly<Record<Change, { ttft: number; tpot: number; errors: number }>> = {
  nothing: { ttft: 1, tpot: 1, errors: 0 },
  waiting: { ttft: 1.4, tpot: 1, errors: 0 },
  pace: { ttft: 1, tpot: 1.3, errors: 0 },
  errors: { ttft: 1, tpot: 1, errors: 0.1 },
};

/** Jobs differ by 1 %, requests by 10 %; of 100 requests 10 fail where any do, so that 3 are sure. */
function endpointOf(clock: VirtualClock, change: Change): Endpoint {
  const { ttft, tpot, errors } = factors[change];
  const level = { ttft: 300 * ttft * around(0.01), tpot: 100 * tpot * around(0.01) };
  const behaviour: ChatBehaviour = { ...level, tokens: 3, status: 200 };
  const chat = fakeChat(clock, behaviour).endpoint;
  let asked = 0;
  return {
    ...chat,
    send(request, signal) {
      asked += 1;
      behaviour.ttft = level.ttft * around(0.1);
      behaviour.tpot = level.tpot * around(0.1);
      behaviour.status = errors > 0 && asked % Math.round(1 / errors) === 0 ? 500 : 200;
      return chat.send(request, signal);
    },
  };
}

/** Main's memory without a disk, whose answers virtual time does not wait for. */
function memory(): BaselineStore {
  let document: BaselineDocument | undefined;
  const source = "memory";
  return {
    read: async () => (document ? { kind: "found", source, document } : { kind: "absent", source }),
    async record(recording) {
      document = withRecording(document ?? emptyDocument, recording);
      return { kind: "recorded", at: source };
    },
  };
}

function virtualLab(): Lab {
  const baseline = memory();
  let runId = 0;
  return (change, record) => {
    const clock = new VirtualClock(fromSeconds(1));
    const config = parseConfig({ read: (name) => inputs[name], file: () => undefined });
    runId += 1;
    const work = gate(config, {
      clock,
      wallClock: () => Date.parse("2026-01-01T00:00:00Z") + runId,
      signal: new AbortController().signal,
      log: { info() {}, warn() {}, progress() {} },
      watchHealth: () => ({ read: () => undefined }),
      fetchText: () => Promise.reject(new Error("no page")),
      openEndpoint: () => endpointOf(clock, change),
      job: {
        commit: "c".repeat(40),
        baseCommit: undefined,
        repository: "acme/app",
        runId: String(runId),
        attempt: 1,
        runner: { image: "test", architecture: "x64", cores: 2 },
        entropy: "fixed",
      },
      baseline,
      record,
      commit: {},
      reproduce: "latency-gate gate",
    });
    return clock.run(work);
  };
}

const size: Size = { main: 6, pullRequests: { nothing: 3, waiting: 2, pace: 2, errors: 2 } };

test("unchanged pull requests are green, changed ones red for the right reason", async () => {
  const tallies: Tally[] = [];
  for await (const tally of campaign(virtualLab(), size)) tallies.push(tally);
  expect(tallies.filter((tally) => !isKept(tally))).toEqual([]);
  expect(
    tallies.map(({ change, red, explained, repeated }) => [change, red, explained, repeated]),
  ).toEqual([
    ["nothing", 0, 0, 0],
    ["waiting", 2, 2, 0],
    ["pace", 2, 2, 0],
    ["errors", 2, 2, 0],
  ]);
});

test("a campaign on which no measurement is valid has no figure", async () => {
  const inner = virtualLab();
  let jobs = 0;
  const spoiled: Lab = async (change, record) => {
    jobs += 1;
    const conclusion = await inner(change, record);
    return {
      ...conclusion,
      verdict: { ...conclusion.verdict, kind: "invalid", because: ["busy"] },
    };
  };
  await expect(campaign(spoiled, size).next()).rejects.toThrow("invalid: busy");
  expect(jobs).toBe(20);
});
