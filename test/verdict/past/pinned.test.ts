// Main against a pinned job: what it lost since, and what cannot be said.
import { describe, expect, test } from "vitest";
import type { HistoryRecord } from "../../../src/baseline/history.ts";
import { sincePin } from "../../../src/verdict/past/pinned.ts";
import { aHistoryRecord, aPolicy } from "../../support/builders.ts";

const pinned = aHistoryRecord(
  { "ttft.p50": 200, output_throughput: 400 },
  { sha: "ab12cd3".padEnd(40, "0"), time: "2026-09-01T10:00:00.000Z", pinned: true },
);

interface Main {
  /** TTFT p50, ms, of each job since. */
  readonly ttft: readonly number[];
  readonly rate?: number;
  readonly overrides?: Partial<HistoryRecord>;
  readonly limit?: number;
  readonly openLoop?: boolean;
}

function said({ ttft, rate = 400, overrides, limit, openLoop = false }: Main): string[] {
  const jobs = ttft.map((value, index) =>
    aHistoryRecord(
      { "ttft.p50": value, output_throughput: rate },
      { sha: String(index).padStart(40, "0"), ...overrides },
    ),
  );
  const cell = (maxChange: number) => ({ maxChange, minChange: 0 });
  const cells = new Map([
    ["ttft.p50", cell(limit ?? 0.1)],
    ["output_throughput", cell(0.1)],
    ["error_rate", cell(0.005)],
  ]);
  const policy = aPolicy({ cells });
  const found = sincePin({ name: "chat", pinned, jobs, policy, openLoop });
  return found.map(({ code, message }) => `${code}: ${message}`);
}

/** Twelve jobs of one level, ±1 %. */
const level = (value: number) =>
  Array.from({ length: 12 }, (_, index) => value * (1 + 0.01 * ((index % 3) - 1)));

describe("a job that was pinned", () => {
  // 240 ÷ 200; s is about the prior's 4 % and main's 1 %, so that 18 log points are some 7 SE
  test("tells what small steps added up to", () => {
    expect(said({ ttft: level(240) })).toEqual([
      "drifted-since-reference: TTFT p50 of main rose by 20 % since chat's reference of 2026-09-01 (ab12cd3).",
    ]);
  });

  test("tells of rates that fell, but not of what is merely offered", () => {
    const [line, ...rest] = said({ ttft: level(200), rate: 320 });
    expect([line, rest]).toEqual([
      "drifted-since-reference: Output throughput of main fell by 20 % since chat's reference of 2026-09-01 (ab12cd3).",
      [],
    ]);
    expect(said({ ttft: level(200), rate: 320, openLoop: true })).toEqual([]);
  });

  test("is silent within the limit, within noise, and where main became faster", () => {
    expect(said({ ttft: level(215) })).toEqual([]);
    expect(said({ ttft: level(240), limit: 0.25 })).toEqual([]);
    expect(said({ ttft: [300, 170, 320, 180, 290, 190] })).toEqual([]);
    expect(said({ ttft: level(150) })).toEqual([]);
  });

  test("tells of accepted steps too: the level is that of the last epoch", () => {
    const before = level(200).map((value) => ({ value, epoch: 0 }));
    const after = level(240).map((value) => ({ value, epoch: 1 }));
    const jobs = [...before, ...after].map(({ value, epoch }) =>
      aHistoryRecord({ "ttft.p50": value }, { epoch }),
    );
    const found = sincePin({ name: "chat", pinned, jobs, policy: aPolicy(), openLoop: false });
    expect(found.map(({ code }) => code)).toEqual(["drifted-since-reference"]);
  });

  test("cannot be compared with another place or workload, and says so", () => {
    expect(said({ ttft: level(240), overrides: { where: "arm64" } })).toEqual([
      "reference-not-comparable: Main cannot be compared with chat's reference of 2026-09-01 (ab12cd3): it ran on ubuntu-24.04/x64, main now on arm64.",
    ]);
    expect(said({ ttft: level(240), overrides: { key: "b".repeat(64) } })).toEqual([
      "reference-not-comparable: Main cannot be compared with chat's reference of 2026-09-01 (ab12cd3): it is of another workload.",
    ]);
  });

  test("is not compared with itself, nor in cells whose tokens were counted otherwise", () => {
    const policy = aPolicy();
    expect(sincePin({ name: "chat", pinned, jobs: [pinned], policy, openLoop: false })).toEqual([]);
    const estimated = { ...pinned, tokenSource: "estimate" };
    const jobs = level(240).map((ttft) =>
      aHistoryRecord({ "ttft.p50": ttft }, { tokenSource: "usage" }),
    );
    expect(sincePin({ name: "chat", pinned: estimated, jobs, policy, openLoop: false })).toEqual(
      [],
    );
  });
});
