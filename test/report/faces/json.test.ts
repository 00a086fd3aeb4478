import { describe, expect, test } from "vitest";
import { z } from "zod";
import { verdictJson, verdictSchema } from "../../../src/report/faces/json.ts";
import { aComparison, aPolicy, aRun, aVerdict, aWorkloadVerdict } from "../../support/builders.ts";
import { scenes } from "../scenes.ts";

const scene = (name: string) => {
  const input = scenes[name]?.();
  if (input === undefined) throw new Error(`no scene ${name}`);
  return input;
};

describe("the verdict as JSON", () => {
  test.each(Object.keys(scenes))("of a run that is %s is what its schema says", (name) => {
    const written: unknown = JSON.parse(JSON.stringify(verdictJson(scene(name))));
    expect(verdictSchema.parse(written)).toEqual(written);
  });

  test("has a cell's numbers as shares and in its own unit", () => {
    expect(verdictJson(scene("regressed")).workloads[0]?.cells["ttft.p95"]).toMatchObject({
      finding: "regressed",
      reason: null,
      gating: true,
      unit: "ms",
      baseline: 412,
      candidate: 540,
      confirmation: 551,
      lower: 0.22,
      upper: 0.41,
      limit: 0.15,
      n: 300,
      jobs: 20,
    });
  });

  test("names the key of what was measured, and none for what was not", () => {
    const verdict = aVerdict({
      workloads: [aWorkloadVerdict(), aWorkloadVerdict({ workload: "never-ran" })],
    });
    const { workloads } = verdictJson({ verdict, run: aRun(), policy: aPolicy() });
    expect(workloads.map(({ key }) => key)).toEqual(["a".repeat(64), null]);
  });

  test("has null where there is no number, NaN and infinity included", () => {
    const odd = aComparison({ change: Number.NaN, mde: Number.POSITIVE_INFINITY });
    const verdict = aVerdict({ workloads: [aWorkloadVerdict({ comparisons: [odd] })] });
    const [workload] = verdictJson({ verdict, run: aRun(), policy: aPolicy() }).workloads;
    expect(workload?.cells["ttft.p95"]).toMatchObject({ change: null, mde: null, note: null });
  });

  test("says what the check will do with it", () => {
    const exit = (onRegression: "fail" | "warn") =>
      verdictJson({ ...scene("regressed"), policy: aPolicy({ onRegression }) }).exitCode;
    expect(exit("fail")).toBe(1);
    expect(exit("warn")).toBe(0);
    expect(verdictJson(scene("invalid")).exitCode).toBe(3);
  });

  test("has a schema that can be published", () => {
    expect(z.toJSONSchema(verdictSchema)).toMatchObject({ type: "object" });
  });
});
