// Several runs as one: names, places and what does not go together.
import { describe, expect, test } from "vitest";
import { historyRecordFrom } from "../../../src/baseline/history-record.ts";
import { asLeg, originOf, together } from "../../../src/metrics/run/legs.ts";
import type { Run } from "../../../src/metrics/run.ts";
import { aRun, aWorkloadRun, someRecords } from "../../support/builders.ts";

const few = someRecords(20);
const environment = aRun().environment;

function aLeg(name: string | undefined, workloads: readonly string[], more: Partial<Run> = {}) {
  const measured = workloads.map((each) => aWorkloadRun({ name: each, records: few }));
  return aRun({ ...(name !== undefined && { name }), workloads: measured, ...more });
}

const namesIn = (run: Run | undefined) => run?.workloads.map(({ name }) => name);
const of = (...runs: readonly Run[]) => runs.map((run, at) => ({ file: `${at}/run.json`, run }));

describe("a workload's name", () => {
  test.each([
    ["a leg and a workload with names", "h100", "chat", "h100.chat"],
    ["the one workload of a configuration without names", "h100", "default", "h100"],
    ["a leg that was given no name", "default", "chat", "chat"],
    ["a file of before runs had names", undefined, "chat", "chat"],
    ["neither", undefined, "default", "default"],
  ])("%s", (_, leg, workload, name) => {
    expect(namesIn(asLeg(aLeg(leg, [workload])))).toEqual([name]);
  });

  test("is the same whatever other legs there are, and in whatever order they come", () => {
    const [a, b, c] = [aLeg("a", ["chat"]), aLeg("b", ["chat", "code"]), aLeg("c", ["chat"])];
    expect(namesIn(together(of(c, a, b)))).toEqual(["a.chat", "b.chat", "b.code", "c.chat"]);
    expect(namesIn(together(of(b)))).toEqual(["b.chat", "b.code"]);
  });

  test("stays where it was put together already", () => {
    const once = together(of(aLeg("a", ["chat"]), aLeg("b", ["chat"])));
    expect(together(of(once!))).toEqual(once);
  });
});

describe("what the legs say of themselves", () => {
  const first = aLeg("a100", ["chat"], {
    createdAt: "2026-12-01T10:00:00.000Z",
    runId: "7",
    attempt: 2,
    endpoint: "https://a/v1",
    environment: { ...environment, hardware: "A100", engine: "vllm" },
  });
  const second = aLeg("h100", ["chat"], {
    createdAt: "2026-12-01T10:05:00.000Z",
    runId: "7",
    endpoint: "https://h/v1",
    environment: { ...environment, hardware: "H100", engine: "sglang" },
  });
  const run = together(of(second, first))!;

  test("stays with their workloads", () => {
    expect(run.workloads.map((each) => originOf(run, each).endpoint)).toEqual([
      "https://a/v1",
      "https://h/v1",
    ]);
    expect(run.workloads.map(({ leg }) => leg?.environment.hardware)).toEqual(["A100", "H100"]);
  });

  test("is where main remembers each of them", () => {
    const records = run.workloads.map((workload) => historyRecordFrom({ run, workload }));
    expect(records.map(({ where }) => /A100|H100/.exec(where)?.[0])).toEqual(["A100", "H100"]);
    expect(records.map(({ subject }) => subject["engine"])).toEqual(["vllm", "sglang"]);
  });

  test("makes the whole as new and as often tried as its newest part", () => {
    expect(run).toMatchObject({ createdAt: second.createdAt, attempt: 2, runId: "7" });
    expect(run.name).toBeUndefined();
  });

  test("names no workflow run where they are of several", () => {
    expect(together(of(first, { ...second, runId: "8" }))?.runId).toBeNull();
  });
});

test("nothing is nothing", () => {
  expect(together([])).toBeUndefined();
});

describe("a configuration error that names both files", () => {
  test.each<[string, readonly Run[], RegExp]>([
    [
      "two legs of one name",
      [aLeg("a", ["chat"]), aLeg("a", ["chat"])],
      /workload a\.chat in 0\/run\.json and in 1\/run\.json/,
    ],
    [
      "two legs without names",
      [aLeg(undefined, ["chat"]), aLeg(undefined, ["chat"])],
      /workload chat in 0\/run\.json and in 1\/run\.json/,
    ],
    [
      "names that come to the same",
      [aLeg("a.b", ["c"]), aLeg("a", ["b.c"])],
      /workload a\.b\.c in 1\/run\.json and in 0\/run\.json/,
    ],
    [
      "two commits",
      [aLeg("a", ["chat"]), aLeg("b", ["chat"], { commit: "e".repeat(40) })],
      /1\/run\.json \(commit e{40} of .*\) beside 0\/run\.json/,
    ],
    [
      "two repositories",
      [aLeg("a", ["chat"]), aLeg("b", ["chat"], { repository: "bob/app" })],
      /1\/run\.json \(.* of bob\/app.*\) beside 0\/run\.json/,
    ],
    [
      "two ways to take the time",
      [aLeg("a", ["chat"]), aLeg("b", ["chat"], { boundaries: "server" })],
      /1\/run\.json \(.*boundaries server\) beside 0\/run\.json/,
    ],
  ])("%s", (_, runs, message) => {
    expect(() => together(of(...runs))).toThrow(message);
  });
});
