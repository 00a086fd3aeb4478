import { describe, expect, test } from "vitest";
import { renderComment } from "../../src/report/faces/markdown.ts";
import { plainText } from "../../src/report/faces/plain.ts";
import { regressedOf, unsureOf, worstFirst } from "../../src/report/rank.ts";
import { reportFrom } from "../../src/report/report.ts";
import {
  aComparison,
  aPolicy,
  aRun,
  aVerdict,
  aWorkloadRun,
  aWorkloadVerdict,
} from "../support/builders.ts";
import { aDuetWorkload } from "../support/duets.ts";
import { anInput, cellsOfPass, scenes } from "./scenes.ts";

const scene = (name: string) => scenes[name]?.() ?? anInput();

describe("the order of findings", () => {
  const mild = aComparison({ cell: "ttft.p50", candidate: 480, limit: 0.1, finding: "regressed" });
  const bad = aComparison({ candidate: 700, finding: "regressed" });
  const noisy = aComparison({
    cell: "tpot.p50",
    finding: "inconclusive",
    reason: "exceeds-within-noise",
  });
  const slowRate = aComparison({
    cell: "output_throughput",
    baseline: 800,
    candidate: 400,
    finding: "regressed",
  });
  const ids = (list: readonly { cell: { id: string } }[]) => list.map(({ cell }) => cell.id);

  test("is regressed, worst against its limit, then not sure, then the rest as it was", () => {
    const calm = [aComparison({ cell: "e2e.p95" }), aComparison({ cell: "tpot.p95" })];
    expect(ids(worstFirst([...calm, noisy, mild, bad, slowRate]))).toEqual([
      "output_throughput", // −50 % of −10 %: five times
      "ttft.p95", // +70 % of +15 %: 4.7 times
      "ttft.p50", // +16.5 % of +10 %
      "tpot.p50",
      "e2e.p95",
      "tpot.p95",
    ]);
  });

  test("leaves out what does not gate", () => {
    expect(regressedOf([{ ...bad, gating: false }])).toEqual([]);
    expect(unsureOf([{ ...noisy, gating: false }])).toEqual([]);
  });
});

describe("annotations", () => {
  const levels = (name: string, policy = aPolicy()) =>
    reportFrom({ ...scene(name), policy }).annotations.map(({ level }) => level);
  test("are errors where the check is red", () => {
    expect(levels("regressed")).toEqual(["error"]);
    expect(levels("invalid")).toEqual(["error"]);
    expect(levels("inconclusive", aPolicy({ onInconclusive: "fail" }))).toEqual(["error"]);
  });
  test("are warnings and notices where it is green", () => {
    expect(levels("regressed", aPolicy({ onRegression: "warn" }))).toEqual(["warning"]);
    expect(levels("inconclusive")).toEqual(["warning"]);
    expect(levels("no-baseline")).toEqual(["notice"]);
    expect(levels("accepted")).toEqual(["notice"]);
    expect(levels("skipped")).toEqual(["notice"]);
  });
  test("are none for a pass", () => expect(levels("passed")).toEqual([]));
  test("are sentences with the numbers, one per regressed cell", () => {
    const verdict = aVerdict({
      kind: "regressed",
      confirmation: "measured",
      workloads: [
        aWorkloadVerdict({
          comparisons: cellsOfPass({
            "ttft.p95": { candidate: 540, lower: 0.22, upper: 0.41, finding: "regressed" },
            output_throughput: { candidate: 600, lower: -0.3, upper: -0.2, finding: "regressed" },
          }),
        }),
      ],
    });
    expect(reportFrom(anInput({ verdict })).annotations.map(({ message }) => message)).toEqual([
      "chat-short: Output throughput is 26 % lower: 600 tok/s instead of 812 tok/s (−30 % to −20 %), allowed −10 %; seen again in a second measurement.",
      "chat-short: TTFT p95 is 31 % slower: 540 ms instead of 412 ms (+22 % to +41 %), allowed +15 %; seen again in a second measurement.",
    ]);
  });
});

describe("the headline", () => {
  const title = (name: string) => plainText(reportFrom(scene(name)).title);
  const lead = (input = anInput()) => reportFrom(input).lead.map(plainText).join(" ");

  test("names the workload only where there are several", () => {
    expect(title("regressed")).toBe("Slower: time to first token p95 +31 %");
    expect(title("regressed-several-workloads")).toMatch(/^Slower: chat-short time/);
  });

  test("says when only one measurement was made", () => {
    const input = scene("regressed");
    const verdict = { ...input.verdict, confirmation: "none" as const };
    expect(lead({ ...input, verdict })).toContain("measured once only");
  });

  test("says when a slowdown keeps the check green", () => {
    const policy = aPolicy({ onRegression: "warn" });
    expect(lead({ ...scene("regressed"), policy })).toContain("The check stays green");
  });

  test("lists the other findings", () => {
    const verdict = aVerdict({
      kind: "regressed",
      workloads: [
        aWorkloadVerdict({
          comparisons: cellsOfPass({
            "ttft.p95": { candidate: 540, finding: "regressed" },
            "e2e.p95": { candidate: 3600, finding: "regressed" },
          }),
        }),
      ],
    });
    expect(lead(anInput({ verdict }))).toContain("Also beyond the limit: E2E p95 +24 %.");
  });
});

test("what was not compared is never called unchanged", () => {
  for (const name of ["no-baseline", "inconclusive-workload-changed", "invalid", "skipped"]) {
    const report = reportFrom(scene(name));
    const cells = report.sections.flatMap(
      ({ gated }) => gated?.rows.flatMap((row) => row.cells) ?? [],
    );
    expect(cells.map(plainText)).not.toContain("no change");
  }
});

test("failures of a base endpoint are told by kind, and as its own", () => {
  const { counts } = aWorkloadRun();
  const failing = {
    ...counts,
    failed: 100,
    failures: { http_status: 100 },
    examples: [{ failure: "http_status", status: 401, detail: "<b>no key</b>" }],
  };
  const base = { counts: failing, invalid: [] };
  const run = (...names: string[]) =>
    aRun({ workloads: names.map((name) => aDuetWorkload({ workload: { name }, baseRun: base })) });
  const because = ["chat-short: base endpoint: 100 of 300 requests failed."];
  const verdict = aVerdict({ kind: "invalid", because });
  const lead = (...names: string[]) =>
    reportFrom(anInput({ verdict, run: run(...names) })).lead.map(plainText);
  expect(lead("chat")).toContain("Base endpoint: 100 × http_status 401 <b>no key</b>.");
  expect(lead("chat", "long")).toContain(
    "long, base endpoint: 100 × http_status 401 <b>no key</b>.",
  );
  const comment = renderComment(reportFrom(anInput({ verdict, run: run("chat") })));
  expect(comment).not.toContain("<b>");
  expect(comment).toContain("401 `‹b›no key‹/b›`");
});

test("what looks faster is told, of a valid measurement alone", () => {
  const input = scene("improved");
  const notes = (kind: "passed" | "invalid") =>
    reportFrom({ ...input, verdict: { ...input.verdict, kind } })
      .sections.flatMap((section) => section.notes)
      .map(plainText)
      .filter((note) => note.includes("faster"));
  expect(notes("passed")).toHaveLength(1);
  expect(notes("invalid")).toEqual([]);
});
