import { describe, expect, test } from "vitest";
import { renderComment } from "../../../src/report/faces/markdown.ts";
import { reportFrom } from "../../../src/report/report.ts";
import { type PastSlowdown, resolved, slowedOf } from "../../../src/report/words/resolved.ts";
import { anInput, scenes } from "../scenes.ts";

const reportOf = (scene: string) => reportFrom(scenes[scene]?.() ?? anInput());
const past: PastSlowdown = {
  slowed: [
    { workload: "chat-short", cell: "ttft.p95", change: 0.31 },
    { workload: "chat-short", cell: "error_rate", change: 0.0303 },
    { workload: "chat-short", cell: "tpot.p50" },
  ],
  at: "a".repeat(40),
  healedAt: "b".repeat(40),
};
const first = (scene: string, slowdown: PastSlowdown) =>
  renderComment(resolved(reportOf(scene), slowdown))
    .split("\n\n")
    .slice(0, 2)
    .join("\n");

describe("a green report after a red one", () => {
  test("says what had been slower, and since which commit it is not", () => {
    const lines = first("passed", past).split("\n");
    expect(lines.slice(0, 2)).toEqual([
      "### ✅ No slowdown any more",
      "Slower at `aaaaaaa`: TTFT p95 (+31 %), Errors (+3 pp), TPOT p50. Since `bbbbbbb` it is not.",
    ]);
  });

  test("still says that it is calibrating", () =>
    expect(first("calibrating", past)).toMatch(
      /^### ✅ No slowdown any more \(calibrating 2 of 5\)/,
    ));

  test("names the workloads where there are several", () => {
    const other = { workload: "chat-long", cell: "e2e.p95", change: 0.2 };
    expect(first("passed", { ...past, slowed: [...past.slowed.slice(0, 1), other] })).toContain(
      "`chat-short` TTFT p95 (+31 %), `chat-long` E2E p95 (+20 %).",
    );
  });
});

test.each(["regressed", "inconclusive", "invalid", "no-baseline", "skipped", "accepted"])(
  "%s resolves nothing",
  (scene) => {
    const report = reportOf(scene);
    expect(resolved(report, past)).toBe(report);
  },
);

test("what is remembered is the gating regressions, the worst first", () => {
  const verdict = scenes["regressed"]?.().verdict;
  expect(verdict && slowedOf(verdict)).toEqual([
    { workload: "chat-short", cell: "ttft.p95", change: expect.closeTo(0.3107, 4) },
  ]);
});
