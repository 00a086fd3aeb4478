// Absolute bounds, judged without a baseline.
import { expect, test } from "vitest";
import { cells } from "../../../src/metrics/catalog.ts";
import type { WorkloadRun } from "../../../src/metrics/run.ts";
import { absoluteFinding } from "../../../src/verdict/cells/absolute.ts";
import type { CellLimit } from "../../../src/verdict/policy.ts";
import { expectClose } from "../../stats/close.ts";
import { aRecord, aScalar, aWorkloadRun } from "../../support/builders.ts";

/** `slow` of `n` requests take 900 ms to the first token, the others 500. */
function latencies(n: number, slow: number): WorkloadRun {
  const records = Array.from({ length: n }, (_, id) =>
    aRecord({ id, ttftMs: id < slow ? 900 : 500 }),
  );
  return aWorkloadRun({ records });
}

function errors(n: number, failed: number): WorkloadRun {
  const outcome = (id: number) => (id < failed ? "failed" : "completed");
  const records = Array.from({ length: n }, (_, id) =>
    aRecord({ id, outcome: outcome(id), failure: id < failed ? "timeout" : null }),
  );
  return aWorkloadRun({ records });
}

function check(id: string, limit: Partial<CellLimit>, [workload, again]: WorkloadRun[]) {
  return absoluteFinding({
    cell: cells.get(id)!,
    limit: { maxChange: 0.1, minChange: 0, ...limit },
    workload: workload!,
    again,
  });
}

// p95 of 299 requests against 800 ms: 14.95 may be slower. Exact sums of Bin(299, .05): P(X ≥ 24) = .01624,
// P(X ≥ 25) = .00899; P(X ≤ 8) = .03499, P(X ≤ 9) = .06655.
test.each([
  [25, "broken"],
  [24, "over-within-noise"],
  [15, "over-within-noise"],
  [14, "kept-unproven"],
  [9, "kept-unproven"],
  [8, "kept"],
  [0, "kept"],
])("%d slow requests of 299 against a p95 of 800 ms: %s", (slow, finding) => {
  expect(check("ttft.p95", { max: 800 }, [latencies(299, slow)])?.finding).toBe(finding);
});

test("no failure among 299 is a 5 % chance at 1 %, so that the bound is kept", () => {
  // .99^299 = .0495…
  expect(check("error_rate", { max: 0.01 }, [errors(299, 0)])).toEqual({
    bound: "max",
    limit: 0.01,
    finding: "kept",
    p: 1,
  });
});

test("five failures in a hundred break a bound of 1 %", () => {
  // 1 − P(Bin(100, .01) ≤ 4), summed term by term: .0034…
  const found = check("error_rate", { max: 0.01 }, [errors(100, 5)]);
  expect(found?.finding).toBe("broken");
  const term = (k: number, choose: number) => choose * 0.01 ** k * 0.99 ** (100 - k);
  const below = [1, 100, 4950, 161_700, 3_921_225].map((choose, k) => term(k, choose));
  expectClose(found?.p, 1 - below.reduce((sum, one) => sum + one, 0));
});

test("a second measurement must break the bound too", () => {
  const broken = latencies(300, 40);
  const found = (again: WorkloadRun) => check("ttft.p95", { max: 800 }, [broken, again])?.finding;
  expect(found(latencies(300, 40))).toBe("broken");
  expect(found(latencies(300, 10))).toBe("over-within-noise");
});

test("a rate below its min is beyond its bound", () => {
  // 127 tokens after the first in 2540 ms are 50 tokens/s
  const run = latencies(50, 0);
  const rated = { ...run, records: run.records.map((r) => ({ ...r, ttftMs: 230 })) };
  expect(check("generation_rate.p50", { min: 60 }, [rated])?.finding).toBe("broken");
  expect(check("generation_rate.p50", { min: 40 }, [rated])?.finding).toBe("kept");
});

test("a window's value is compared as it is", () => {
  const run = aWorkloadRun({ metrics: { output_throughput: aScalar("output_throughput", 300) } });
  expect(check("output_throughput", { min: 301 }, [run])?.finding).toBe("broken");
  expect(check("output_throughput", { min: 300 }, [run])?.finding).toBe("kept");
});

test("a cell without a bound or without a number has no finding", () => {
  expect(check("ttft.p95", {}, [latencies(10, 0)])).toBeUndefined();
  expect(check("ttft.p95", { max: 800 }, [errors(20, 20)])).toBeUndefined();
  expect(check("error_rate", { max: 0.01 }, [aWorkloadRun({ records: [] })])).toBeUndefined();
});
