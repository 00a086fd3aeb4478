// A run that was put together from legs, held against what main remembers.
import { describe, expect, test } from "vitest";
import { conclude, type JudgePorts } from "../src/conclude.ts";
import type { JudgeConfig } from "../src/config/config.ts";
import { parseJudgeConfig } from "../src/config/parse.ts";
import { together } from "../src/metrics/run/legs.ts";
import type { Run } from "../src/metrics/run.ts";
import { renderComment } from "../src/report/faces/markdown.ts";
import { aWorkloadRun, someRecords } from "./support/builders.ts";
import { documentOf, mainRun, shaOf } from "./support/fake-github/main-history.ts";

const few = someRecords(120);

/** The nth job, with one workload for each leg; a leg measures on hardware of its own. */
function jobOf(n: number, legs: Readonly<Record<string, string>>): Run {
  const runs = Object.entries(legs).map(([name, hardware]) => {
    const run = mainRun(n, { name, workloads: [aWorkloadRun({ name: "chat", records: few })] });
    return { file: name, run: { ...run, environment: { ...run.environment, hardware } } };
  });
  return together(runs)!;
}

const three = { a: "A100", b: "H100", c: "L4" };
const ports: JudgePorts = {
  wallClock: () => Date.parse("2026-11-30T08:00:00Z"),
  baseline: { read: () => Promise.reject(), record: () => Promise.reject() },
  commit: { head: shaOf(9), base: shaOf(6) },
  reproduce: "",
};

function judged(run: Run, past: readonly Run[], more: Partial<JudgeConfig> = {}) {
  const config = { ...parseJudgeConfig({ read: () => undefined, file: () => undefined }), ...more };
  const read = { kind: "found", source: "main", document: documentOf(...past) } as const;
  return conclude(config, { run, read, confirmable: false, asMain: true }, ports);
}

const past = [1, 2, 3, 4, 5, 6].map((n) => jobOf(n, three));
const kindsOf = (workloads: ReturnType<typeof judged>["verdict"]["workloads"]) =>
  workloads.map(({ workload, notCompared }) => [workload, notCompared?.reason]);

describe("legs on hardware of their own", () => {
  test("are each compared with main's jobs on the same", () => {
    const { verdict } = judged(jobOf(9, three), past);
    expect(verdict.kind).toBe("passed");
    expect(kindsOf(verdict.workloads)).toEqual([
      ["a.chat", undefined],
      ["b.chat", undefined],
      ["c.chat", undefined],
    ]);
  });

  test("are not compared where one changed, and the others are", () => {
    const { verdict } = judged(jobOf(9, { ...three, b: "B200" }), past);
    expect(verdict.kind).toBe("inconclusive");
    expect(kindsOf(verdict.workloads)).toEqual([
      ["a.chat", undefined],
      ["b.chat", "environment-changed"],
      ["c.chat", undefined],
    ]);
  });

  test("are told with their own hardware, endpoint and baseline", () => {
    const comment = renderComment(judged(jobOf(9, three), past).report);
    for (const [leg, hardware] of Object.entries(three)) {
      expect(comment).toMatch(new RegExp(`^\\| environment +\\| \`${leg}\` +\\|$`, "m"));
      expect(comment).toContain(`hardware \`${hardware}\``);
    }
  });
});

describe("a leg that left nothing", () => {
  test("is no pass where main measures it", () => {
    const { verdict, report } = judged(jobOf(9, { a: "A100", c: "L4" }), past);
    expect(verdict.kind).toBe("inconclusive");
    expect(verdict.because).toEqual(["b.chat: main measures it, and here it was not measured."]);
    expect(renderComment(report)).toMatch(/^### .*Not sure: `b\.chat` was not compared with main/m);
  });

  test("is none where main does not measure it any more", () => {
    const dropped = [...past, jobOf(7, { a: "A100", c: "L4" })];
    const config = parseJudgeConfig({ read: () => undefined, file: () => undefined });
    const read = { kind: "found", source: "main", document: documentOf(...dropped) } as const;
    const newer = { ...ports, commit: { head: shaOf(9), base: shaOf(7) } };
    const run = jobOf(9, { a: "A100", c: "L4" });
    const { verdict } = conclude(config, { run, read, confirmable: false, asMain: true }, newer);
    expect(verdict.kind).toBe("passed");
  });

  test("is none where the legs were named, or one run alone is judged", () => {
    const run = jobOf(9, { a: "A100", c: "L4" });
    const config = parseJudgeConfig({ read: () => undefined, file: () => undefined });
    const read = { kind: "found", source: "main", document: documentOf(...past) } as const;
    const { verdict } = conclude(config, { run, read, confirmable: false, asMain: false }, ports);
    expect(verdict.kind).toBe("passed");
  });

  test("is invalid where it was declared", () => {
    const run = jobOf(9, { a: "A100", c: "L4" });
    const { verdict, exitCode } = judged(run, past, { declared: ["leg b"] });
    expect([verdict.kind, exitCode]).toEqual(["invalid", 3]);
    expect(verdict.because).toEqual(["leg b: was declared but not measured."]);
  });
});

test("all legs are one family: a level that each would pass alone is shared among them", () => {
  const { verdict } = judged(jobOf(9, three), past);
  // Without a second measurement alpha is 0.01 (docs/statistics.md), over the gating cells of all three.
  expect(verdict.alpha).toBe(0.01);
  const ofOne = judged(
    jobOf(9, { a: "A100" }),
    past.map((_, n) => jobOf(n + 1, { a: "A100" })),
  );
  const pOf = ({ workloads }: typeof verdict) =>
    workloads[0]?.comparisons.flatMap(({ gating, p, pHolm }) => (gating && p ? [[p, pHolm]] : []));
  const [[alone, holmAlone]] = pOf(ofOne.verdict)! as [[number, number]];
  const [[among, holmAmong]] = pOf(verdict)! as [[number, number]];
  expect(among).toBeCloseTo(alone, 9);
  expect(holmAmong).toBeGreaterThanOrEqual(holmAlone);
});
