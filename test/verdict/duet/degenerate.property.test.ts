// Whatever two endpoints show in their rounds: no crash, no number that is none, no pass of what was not compared.
import fc from "fast-check";
import { expect, test } from "vitest";
import { verdictJson, verdictSchema } from "../../../src/report/faces/json.ts";
import { renderComment } from "../../../src/report/faces/markdown.ts";
import { reportFrom } from "../../../src/report/report.ts";
import { judge } from "../../../src/verdict/judge.ts";
import { anInput } from "../../report/scenes.ts";
import { aPolicy, aRun, aWorkloadRun } from "../../support/builders.ts";
import { baseEndpoint, type PlayedRound } from "../../support/duets.ts";

const policy = aPolicy();
const ids = ["ttft.p50", "ttft.p95", "tpot.p50", "output_throughput", "no.such"];

/** Ordinary logs, equal ones, and what a broken clock or unit would leave. */
const log = fc.oneof(
  fc.constant(5.3),
  fc.double({ min: 5, max: 6, noNaN: true }),
  fc.constantFrom(0, -7, 46, 800, -800, Number.MIN_VALUE, 5.3 + 1e-15),
);
const cell = fc.record({ y: log, w: fc.constantFrom(0, 0.02), n: fc.constantFrom(1, 40, 300) });
const side: fc.Arbitrary<PlayedRound["base"]> = fc.record({
  cells: fc.dictionary(fc.constantFrom(...ids), cell),
  err: fc
    .integer({ min: 0, max: 60 })
    .chain((n) => fc.record({ x: fc.integer({ min: 0, max: n }), n: fc.constant(n) })),
});
const rounds = fc.array(fc.record({ base: side, candidate: side }), { maxLength: 24 });

function runOf(played: readonly PlayedRound[]) {
  const { records: _, ...whole } = aWorkloadRun();
  const base = { ...whole, records: [] };
  const duet = { endpoint: baseEndpoint, first: [], rounds: [...played], base };
  return aRun({ workloads: [{ ...base, duet }] });
}

test("any rounds get a verdict that every face can show", () => {
  const pair = fc.tuple(rounds, fc.option(rounds, { nil: undefined }));
  fc.assert(
    fc.property(pair, ([first, second]) => {
      const run = runOf(first);
      const confirmation = second && runOf(second);
      const given = { confirmable: false, declared: [], references: new Map(), policy };
      const verdict = judge({ ...given, run, confirmation });
      const comparisons = verdict.workloads.flatMap((one) => one.comparisons);
      for (const { p, pHolm, pExact } of comparisons)
        for (const chance of [p, pHolm, pExact])
          expect(chance === undefined || (chance >= 0 && chance <= 1)).toBe(true);
      if (first.length < 6) expect(verdict.kind).not.toBe("passed");
      expect(verdictSchema.safeParse(verdictJson({ verdict, run, policy })).success).toBe(true);
      const comment = renderComment(reportFrom(anInput({ verdict, run, confirmation })));
      expect(comment).not.toMatch(/NaN|undefined/);
    }),
    { numRuns: 100, seed: 42 },
  );
});
