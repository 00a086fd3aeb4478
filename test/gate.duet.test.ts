// The gate with two endpoints in virtual time: no baseline is needed, red is confirmed, main stays alone.
import { expect, test } from "vitest";
import { emptyDocument, withRecording } from "../src/baseline/document.ts";
import type { BaselineDocument, PlacementDuet } from "../src/baseline/history.ts";
import type { BaselineRead, BaselineStore, Recording } from "../src/baseline/store.ts";
import type { Target } from "../src/config/config.ts";
import { parseConfig } from "../src/config/parse.ts";
import { compareOnMain, gate } from "../src/gate.ts";
import { renderComment } from "../src/report/faces/markdown.ts";
import { fromSeconds } from "../src/time.ts";
import { type ChatBehaviour, fakeChat } from "./support/fake-chat.ts";
import { VirtualClock } from "./support/virtual-clock.ts";

const usual: ChatBehaviour = { ttft: 300, tpot: 20, tokens: 16, status: 200 };
const inputs: Readonly<Record<string, string>> = {
  endpoint: "http://candidate.test/v1",
  "baseline-endpoint": "http://base.test/v1",
  rounds: "6",
  requests: "240",
  concurrency: "4",
  "prompt-tokens": "64",
  "output-tokens": "16",
};

interface Given {
  readonly candidate?: Partial<ChatBehaviour>;
  /** What main remembers. */
  readonly read?: BaselineRead;
  readonly record?: boolean;
}

const absent: BaselineRead = { kind: "absent", source: "memory", lost: true };

async function job({ candidate, read = absent, record = false }: Given = {}) {
  const clock = new VirtualClock(fromSeconds(1));
  const recorded: Recording[] = [];
  const baseline: BaselineStore = {
    read: async () => read,
    async record(recording) {
      recorded.push(recording);
      return { kind: "recorded", at: "memory" };
    },
  };
  const ports = {
    clock,
    wallClock: () => Date.parse("2026-01-01T00:00:00Z"),
    signal: new AbortController().signal,
    log: { info() {}, warn() {}, progress() {} },
    watchHealth: () => ({ read: () => undefined }),
    fetchText: () => Promise.reject(new Error("no page")),
    openEndpoint: ({ endpoint }: Target) =>
      fakeChat(clock, { ...usual, ...(endpoint.hostname === "candidate.test" && candidate) })
        .endpoint,
    job: {
      commit: "c".repeat(40),
      baseCommit: undefined,
      repository: "acme/app",
      runId: "1",
      attempt: 1,
      runner: { image: "test", architecture: "x64", cores: 2 },
      entropy: "fixed",
    },
    baseline,
    record,
    commit: { base: "b".repeat(40) },
    reproduce: "latency-gate gate",
  };
  const config = parseConfig({ read: (name) => inputs[name], file: () => undefined });
  const conclusion = await clock.run(gate(config, ports));
  return { conclusion, recorded, config, ports, clock };
}

test("equal endpoints pass, and a lost baseline is not missed", async () => {
  const { conclusion, recorded } = await job();
  expect(conclusion.verdict).toMatchObject({ kind: "passed", warnings: [] });
  expect(conclusion.confirmation).toBeUndefined();
  expect(recorded).toEqual([]);
  const comment = renderComment(conclusion.report);
  expect(comment).toMatch(/compared with `http:\/\/base\.test\/v1` over 6 rounds in this job/);
  expect(comment).not.toMatch(/\bmain\b(?! of| with itself)/);
});

test("a pace 30 % slower is measured in rounds again, and is then red", async () => {
  const { conclusion } = await job({ candidate: { tpot: 26 } });
  expect(conclusion).toMatchObject({ exitCode: 1, verdict: { confirmation: "measured" } });
  expect(conclusion.confirmation?.workloads[0]?.duet?.rounds).toHaveLength(6);
  const [workload] = conclusion.verdict.workloads;
  expect(workload?.explanation?.moved).toBe("pace");
  const slower = workload?.comparisons.filter(({ finding }) => finding === "regressed");
  expect(slower?.map(({ cell }) => cell.id)).toEqual(
    expect.arrayContaining(["tpot.p50", "tpot.p95"]),
  );
});

test("a faster one is not red, nor measured again", async () => {
  const { conclusion } = await job({ candidate: { tpot: 14 } });
  expect(conclusion.verdict.kind).toBe("passed");
  expect(conclusion.confirmation).toBeUndefined();
});

test("one that answers nothing is no valid measurement", async () => {
  const { conclusion } = await job({ candidate: { status: 500 } });
  expect(conclusion).toMatchObject({ exitCode: 3, verdict: { kind: "invalid" } });
});

test("a job of main measures alone and is remembered", async () => {
  const { conclusion, recorded } = await job({ record: true, read: { ...absent, lost: false } });
  expect(conclusion.run.workloads[0]).not.toHaveProperty("duet");
  expect(recorded).toHaveLength(1);
});

test("what was measured in rounds before is main's without them: the two may differ", async () => {
  const { conclusion, config, ports, recorded } = await job({ candidate: { tpot: 26 } });
  await compareOnMain(config, { run: conclusion.run }, ports);
  const [recording] = recorded;
  const document = recording && withRecording(emptyDocument, recording);
  expect(document?.workloads["default"]?.history).toHaveLength(1);
  expect(document?.workloads["default"]).not.toHaveProperty("duets");
});

test("main's duets with itself tell what the placement makes of a difference", async () => {
  const { conclusion } = await job();
  const [workload] = conclusion.run.workloads;
  if (!workload) throw new Error("nothing was measured");
  const { duet: _, ...newest } = workload;
  // by place alone main differed from itself by 30 % either way
  const duets = [0.3, -0.3, 0.25, -0.25, 0.2].map(
    (shift): PlacementDuet => ({
      time: "2026-01-01T00:00:00Z",
      key: workload.key,
      where: "test, x64",
      cells: Object.fromEntries(
        ["ttft.p50", "tpot.p50", "tpot.p95", "e2e.p95", "output_throughput", "ttft.p95"].map(
          (id) => [id, [shift, shift + 0.001]],
        ),
      ),
    }),
  );
  const { key, definition } = workload;
  const document: BaselineDocument = {
    ...emptyDocument,
    workloads: { default: { key, definition, history: [], newest, duets } },
  };
  const read = { kind: "found", document, source: "memory" } as const;
  const known = await job({ candidate: { tpot: 26 }, read });
  expect(known.conclusion.verdict.kind).not.toBe("regressed");
  expect(known.conclusion.verdict.workloads[0]?.baseline).toMatchObject({ placementDuets: 5 });
});
