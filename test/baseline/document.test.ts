import { describe, expect, test } from "vitest";
import { formatStored, parseStored } from "../../src/baseline/codec.ts";
import {
  documentFromRuns,
  emptyDocument,
  holdsRecording,
  joined,
  withJob,
  withRecording,
} from "../../src/baseline/document.ts";
import type { BaselineDocument } from "../../src/baseline/history.ts";
import { historyRecordFrom } from "../../src/baseline/history-record.ts";
import { aHistoryRecord, aRun, aWorkloadRun } from "../support/builders.ts";
import { aDuetWorkload } from "../support/duets.ts";

const addition = (sha: string, key = "k", name = "chat") => ({
  repository: "acme/app",
  workload: aWorkloadRun({ name, key }),
  record: { ...aHistoryRecord({}), sha, key },
  keep: 3,
});

test("a job is added at the end, and the oldest falls out", () => {
  const document = ["a", "b", "c", "d"].reduce(
    (grown, sha) => withJob(grown, addition(sha)),
    emptyDocument,
  );
  expect(document.workloads["chat"]?.history.map(({ sha }) => sha)).toEqual(["b", "c", "d"]);
});

test("a changed workload keeps the old records until they are pushed out", () => {
  const changed = withJob(withJob(emptyDocument, addition("a", "old")), addition("b", "new"));
  expect(changed.workloads["chat"]).toMatchObject({
    key: "new",
    history: [{ sha: "a" }, { sha: "b" }],
  });
});

test("workloads do not touch each other", () => {
  const both = withJob(withJob(emptyDocument, addition("a")), addition("b", "k", "long"));
  expect(Object.keys(both.workloads)).toEqual(["chat", "long"]);
  expect(both.workloads["chat"]?.history).toHaveLength(1);
});

test("the same job added twice is there once", () => {
  const once = withJob(emptyDocument, addition("a"));
  expect(withJob(once, addition("a"))).toEqual(once);
});

describe("documents that grew side by side", () => {
  const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  function dated(sha: string, day: number) {
    const { record, ...rest } = addition(sha);
    const window = { ...rest.workload.window, start: at(day) };
    const workload = { ...rest.workload, window, scheduleDigest: sha };
    return { ...rest, workload, record: { ...record, runId: sha, time: at(day) }, keep: 30 };
  }
  const shared = withJob(withJob(emptyDocument, dated("a", 1)), dated("b", 2));
  const left = withJob(shared, dated("d", 4));
  const right = withJob(shared, dated("c", 3));

  test.each([
    ["one way", [left, right]],
    ["the other way", [right, left]],
    ["with what both grew from", [right, shared, left, left]],
  ])("lose no record, %s", (_, documents) => {
    const chat = joined(documents).workloads["chat"];
    expect(chat?.history.map(({ sha }) => sha)).toEqual(["a", "b", "c", "d"]);
    expect(chat?.newest.scheduleDigest).toBe("d");
  });

  test("keep attempts of one job apart, and records of other workloads", () => {
    const again = { ...dated("d", 4), record: { ...dated("d", 4).record, attempt: 2 } };
    const other = addition("e", "k", "long");
    const chat = joined([left, withJob(shared, again), withJob(shared, other)]);
    expect(chat.workloads["chat"]?.history.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2]);
    expect(chat.workloads["long"]?.history).toHaveLength(1);
  });

  test("put a record without a readable time first", () => {
    const undated = { ...dated("x", 9), record: { ...dated("x", 9).record, time: "yesterday" } };
    const chat = joined([left, withJob(emptyDocument, undated)]).workloads["chat"];
    expect(chat?.history.map(({ sha }) => sha)).toEqual(["x", "a", "b", "d"]);
  });
});

test("runs without a valid workload leave an empty document", () => {
  const invalid = [{ code: "client-lag", message: "lagged" }];
  const run = aRun({ workloads: [aWorkloadRun({ invalid })] });
  expect(documentFromRuns([run], 30).workloads).toEqual({});
});

describe("duets of one version with itself", () => {
  const duets = (document: BaselineDocument) => document.workloads["chat-short"]?.duets;
  const times = (document: BaselineDocument) => duets(document)?.map(({ time }) => time);

  /** A job that measured itself in rounds, a minute after the one before. */
  function job(minute: number, workload = aDuetWorkload({ change: 0.02, rounds: 6 })) {
    const createdAt = new Date(Date.UTC(2026, 10, 30, 10, minute)).toISOString();
    const run = aRun({ createdAt, workloads: [workload] });
    const record = historyRecordFrom({ run, workload });
    return { run, records: new Map([[workload.name, record]]) };
  }

  function recorded(count: number, from = 0): BaselineDocument {
    const jobs = Array.from({ length: count }, (_, index) => job(from + index));
    return jobs.reduce(
      (document, one) => withRecording(document, { ...one, keep: 5 }),
      emptyDocument,
    );
  }

  test("are kept by what each round showed, cell by cell", () => {
    const [duet] = duets(recorded(1)) ?? [];
    // the change of .02, and the wobble of .005 that alternates
    const differences = duet?.cells["ttft.p95"]?.map((difference) => difference.toFixed(3));
    expect(differences).toEqual(["0.025", "0.015", "0.025", "0.015", "0.025", "0.015"]);
  });

  test("outlive the records, up to thirty, and come back from a file", () => {
    const document = recorded(32);
    expect(times(document)?.[0]).toBe("2026-11-30T10:02:00.000Z");
    expect(times(document)).toHaveLength(30);
    expect(parseStored(formatStored(document))).toMatchObject({
      document: { workloads: { "chat-short": { duets: duets(document) } } },
    });
    const later = withRecording(document, { ...job(40, aWorkloadRun()), keep: 5 });
    expect(times(later)).toHaveLength(30);
  });

  test("of documents that grew side by side are joined", () => {
    const all = joined([recorded(2), recorded(3, 1)]);
    expect(times(all)?.map((time) => time.slice(14, 16))).toEqual(["00", "01", "02", "03"]);
  });

  test.each([
    ["an invalid side", { baseRun: { invalid: [{ code: "lag", message: "late" }] } }],
    ["no rounds", { rounds: 0, workload: { metrics: {} } }],
  ])("with %s teach nothing", (_, given) => {
    const [duet] =
      duets(withRecording(emptyDocument, { ...job(0, aDuetWorkload(given)), keep: 5 })) ?? [];
    expect(duet?.cells ?? {}).toEqual({});
  });

  test("without a record add no job, and leave what is known of the workload", () => {
    const alone = { ...job(3), records: new Map(), keep: 5 };
    const fresh = withRecording(emptyDocument, alone);
    expect(fresh.workloads["chat-short"]).toMatchObject({ history: [], duets: [{}] });
    expect(fresh.workloads["chat-short"]?.newest).not.toHaveProperty("duet");
    expect(parseStored(formatStored(fresh))).toMatchObject({ kind: "baseline" });
    const known = withJob(emptyDocument, addition("a", "other", "chat-short"));
    const { duets: added, ...rest } = withRecording(known, alone).workloads["chat-short"]!;
    expect(rest).toEqual(known.workloads["chat-short"]);
    expect(added).toHaveLength(1);
    expect([known, fresh].map((document) => holdsRecording(document, alone))).toEqual([
      false,
      true,
    ]);
  });

  test("are no such where a run file serves as a baseline: its endpoints may differ", () => {
    expect(duets(documentFromRuns([job(0).run], 5))).toBeUndefined();
  });

  test("leave the newest run without its rounds", () => {
    expect(recorded(1).workloads["chat-short"]?.newest).not.toHaveProperty("duet");
  });
});

describe("a pinned job", () => {
  const pin = (id: number, pinned: boolean) => {
    const record = aHistoryRecord(
      {},
      { time: `2026-11-30T10:0${id}:00.000Z`, runId: String(id), ...(pinned && { pinned }) },
    );
    return { repository: null, workload: aWorkloadRun(), record, keep: 2 };
  };
  const pinnedOf = ({ workloads }: BaselineDocument) => workloads["chat-short"]?.pinned?.runId;
  const grownBy = (...jobs: ReturnType<typeof pin>[]) => jobs.reduce(withJob, emptyDocument);

  test("outlives the records, until a newer one is pinned", () => {
    const document = grownBy(pin(1, true), pin(2, false), pin(3, false), pin(4, false));
    expect(document.workloads["chat-short"]?.history.map(({ runId }) => runId)).toEqual(["3", "4"]);
    expect(pinnedOf(document)).toBe("1");
    expect(pinnedOf(withJob(document, pin(5, true)))).toBe("5");
    expect(parseStored(formatStored(document))).toMatchObject({ document });
  });

  test("of documents that grew side by side is the newer one of both", () => {
    expect(pinnedOf(joined([grownBy(pin(4, true)), grownBy(pin(2, true), pin(6, false))]))).toBe(
      "4",
    );
    expect(pinnedOf(joined([grownBy(pin(1, false)), grownBy(pin(2, false))]))).toBeUndefined();
  });
});
