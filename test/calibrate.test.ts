// Several jobs in virtual time: what is measured, remembered and told, and what stops it.
import { beforeEach, expect, test } from "vitest";
import { emptyDocument, withRecording } from "../src/baseline/document.ts";
import type { BaselineDocument } from "../src/baseline/history.ts";
import type { BaselineStore, Recorded } from "../src/baseline/store.ts";
import { calibrate, calibrationOf } from "../src/calibrate.ts";
import { parseConfig } from "../src/config/parse.ts";
import { fromSeconds, toMilliseconds } from "../src/time.ts";
import { type ChatBehaviour, fakeChat } from "./support/fake-chat.ts";
import { VirtualClock } from "./support/virtual-clock.ts";

let remembered: BaselineDocument | undefined;
let recordings: number;
let nights = 0;
beforeEach(() => {
  remembered = undefined;
  recordings = 0;
});

const memory: BaselineStore = {
  async read() {
    const source = "memory";
    return remembered
      ? { kind: "found", source, document: remembered }
      : { kind: "absent", source };
  },
  async record(recording) {
    recordings += 1;
    remembered = withRecording(remembered ?? emptyDocument, recording);
    return { kind: "recorded", at: "memory" };
  },
};

const usual: ChatBehaviour = { ttft: 300, tpot: 20, tokens: 16, status: 200 };

interface Run {
  inputs?: Readonly<Record<string, string>>;
  /** Behaviour in the nth job, from 0; the last one holds for the rest. */
  behaviours?: readonly Partial<ChatBehaviour>[];
  store?: BaselineStore;
  /** Cancelled as the nth job begins, from 0. */
  cancelAt?: number;
}

async function calibrated({ inputs = {}, behaviours = [{}], store = memory, cancelAt }: Run = {}) {
  const clock = new VirtualClock(fromSeconds(1));
  const given: Readonly<Record<string, string>> = {
    endpoint: "http://127.0.0.1:1/v1",
    requests: "100",
    concurrency: "10",
    "prompt-tokens": "64",
    "output-tokens": "16",
    jobs: "5",
    ...inputs,
  };
  const config = parseConfig({ read: (name) => given[name], file: () => undefined });
  const behaviour = { ...usual };
  const chat = fakeChat(clock, behaviour);
  const stop = new AbortController();
  const lines: string[] = [];
  let jobs = 0;
  const began = Date.UTC(2026, 11, ++nights, 3);
  const found = await clock.run(
    calibrate(config, {
      clock,
      wallClock: () => began + toMilliseconds(clock.now()),
      signal: stop.signal,
      log: { info: (line) => lines.push(line), warn: (line) => lines.push(line), progress() {} },
      watchHealth: () => ({ read: () => undefined }),
      fetchText: () => Promise.reject(new Error("no page")),
      openEndpoint: () => {
        if (jobs === cancelAt) stop.abort();
        Object.assign(behaviour, usual, behaviours[Math.min(jobs++, behaviours.length - 1)]);
        return chat.endpoint;
      },
      job: {
        commit: "c".repeat(40),
        baseCommit: undefined,
        repository: "acme/app",
        runId: "1",
        attempt: 1,
        runner: { image: "test", architecture: "x64", cores: 2 },
        entropy: "fixed",
      },
      baseline: store,
    }),
  );
  return { ...found, lines, jobs };
}

const history = () => remembered?.workloads["default"]?.history ?? [];

test("five jobs become the history in one recording, and the cost is said before the first", async () => {
  const { told, exitCode, lines } = await calibrated();
  // 100 requests, 20 to warm up and a probe: 121 each, of at most 64 + 16 tokens; 12 turns of 0.62 s.
  expect(lines[0]).toBe(
    "Plan: 5 jobs, together 605 requests, at most 48,400 tokens, about 38 s at 300 ms to the first token and 20 ms per token. Budget 15 min.",
  );
  expect(history()).toHaveLength(5);
  expect(recordings).toBe(1);
  expect(exitCode).toBe(0);
  expect(told).toMatchObject({ asked: 5, measured: 5, invalid: [], source: "memory" });
  const [workload] = told.calibration.workloads;
  expect(workload).toMatchObject({ jobs: 5, requests: 100, leaveOneOut: { jobs: 5, red: 0 } });
  const [cell] = workload?.cells ?? [];
  expect(cell).toMatchObject({ cell: { id: "ttft.p50" }, between: 0, enough: true });
  // Jobs without any scatter leave ν = 4 + 4, s² = 4·.04²/8 and SE = √(.0008·1.2) = .03098; six cells:
  // t(1 − .05/6; 8) + t(.8; 8) = 3.077 + 0.889, so e^(3.966·.03098) − 1 = 13.07 %.
  expect(cell?.mde).toBeCloseTo(0.1307, 4);
});

test("they join the epoch that main is in, though they may all be slower", async () => {
  await calibrated();
  await calibrated({ behaviours: [{ ttft: 450 }] });
  expect(history().map(({ newEpoch }) => newEpoch)).toEqual(Array(10).fill(false));
});

test("reset-baseline starts one epoch, with the first of them", async () => {
  await calibrated();
  const { told } = await calibrated({ inputs: { "reset-baseline": "true", jobs: "3" } });
  expect(history().map(({ newEpoch }) => newEpoch)).toEqual([
    ...Array(5).fill(false),
    true,
    false,
    false,
  ]);
  expect(told.calibration.workloads[0]).toMatchObject({ jobs: 3 });
});

test("an invalid job is told and not recorded, and the others count", async () => {
  const { told, lines, exitCode } = await calibrated({
    inputs: { jobs: "4" },
    behaviours: [{}, { tokens: 0 }, {}],
  });
  // Answers without output all fail, which stops the job: nothing was completed, so no third one is tried.
  expect(history()).toHaveLength(1);
  expect(told).toMatchObject({ measured: 2, invalid: [{ nth: 2 }] });
  expect(told.stopped).toBe("the endpoint completed no request");
  expect(lines.join("\n")).toContain("Job 2 does not count: default: ");
  expect(exitCode).toBe(0);
});

test("with a second endpoint of the same version the placement is learnt, and main's jobs stay as they were", async () => {
  const inRounds = { "baseline-endpoint": "http://127.0.0.1:2/v1", rounds: "6", requests: "120" };
  await calibrated();
  const { told, lines, exitCode } = await calibrated({ inputs: { ...inRounds, jobs: "5" } });
  // 120 requests, 20 to warm up, 10 at each of five switches and a probe: 191 at two endpoints in five duets.
  expect(lines[0]).toMatch(/^Plan: 5 jobs, together 1,910 requests, half of them to each endpoint/);
  expect(exitCode).toBe(0);
  expect(history()).toHaveLength(5);
  expect(remembered?.workloads["default"]?.duets).toHaveLength(5);
  expect(told.calibration.workloads).toEqual([]);
  const [duets] = told.duets;
  expect(duets).toMatchObject({ duets: 5, rounds: 6, used: true });
  expect(duets?.cells[0]).toMatchObject({ cell: { id: "ttft.p50" }, between: 0, placement: 0 });
  const config = parseConfig({
    read: (name) => ({ endpoint: "http://127.0.0.1:1/v1" })[name],
    file: () => undefined,
  });
  const log = { info() {}, warn() {}, progress() {} };
  const all = await calibrationOf(config, { baseline: memory, log });
  expect(all?.told).toMatchObject({
    calibration: { workloads: [{ jobs: 5 }] },
    duets: [{ duets: 5 }],
  });
});

test("no valid job is exit 3, and nothing is recorded", async () => {
  const { told, exitCode } = await calibrated({ behaviours: [{ status: 401 }] });
  expect([exitCode, recordings, told.measured]).toEqual([3, 0, 1]);
  expect(told.invalid[0]?.because.join()).toContain("401");
});

test("what was measured before a cancellation is recorded", async () => {
  const { told, exitCode } = await calibrated({ cancelAt: 2 });
  expect(history()).toHaveLength(2);
  expect(told).toMatchObject({ measured: 3, stopped: "it was cancelled", invalid: [{ nth: 3 }] });
  expect(exitCode).toBe(0);
});

test("no job is begun that the budget would cut", async () => {
  // A job takes 0.6 s for the probe and 12 turns of 0.6 s: 7.8 s. Three fit into 30 s.
  const { told } = await calibrated({ inputs: { budget: "30s" } });
  expect(history()).toHaveLength(3);
  expect(told).toMatchObject({
    measured: 3,
    invalid: [],
    stopped: "the budget does not last for another one",
  });
});

test("a job that the budget cut does not count", async () => {
  const { told, exitCode } = await calibrated({ inputs: { budget: "6s" } });
  expect(told.invalid[0]?.because.join()).toContain("budget ran out");
  expect(exitCode).toBe(3);
});

test("caps hold for all jobs together", async () => {
  await expect(calibrated({ inputs: { "max-requests": "604" } })).rejects.toMatchObject({
    code: "config",
    message: expect.stringContaining("at least 605, which 5 jobs cost"),
  });
  expect((await calibrated({ inputs: { "max-requests": "605" } })).told.measured).toBe(5);
});

test("a memory that cannot be written changes nothing of what is told", async () => {
  const record = async (): Promise<Recorded> => ({ kind: "not-recorded", why: "the disk is full" });
  const { told, exitCode, lines } = await calibrated({ store: { ...memory, record } });
  expect(told).toMatchObject({
    notRecorded: "the disk is full",
    calibration: { workloads: [{ jobs: 5 }] },
  });
  expect(exitCode).toBe(0);
  expect(lines).toContain("Not recorded: the disk is full.");
});

test("without measuring, what is remembered is told; nothing remembered is no calibration", async () => {
  const config = parseConfig({
    read: (name) => ({ endpoint: "http://127.0.0.1:1/v1" })[name],
    file: () => undefined,
  });
  const log = { info() {}, warn() {}, progress() {} };
  expect(await calibrationOf(config, { baseline: memory, log })).toBeUndefined();
  await calibrated();
  const found = await calibrationOf(config, { baseline: memory, log });
  expect(found?.told).toMatchObject({
    asked: 0,
    measured: 0,
    calibration: { workloads: [{ jobs: 5 }] },
  });
});
