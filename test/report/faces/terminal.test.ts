import { describe, expect, test } from "vitest";
import { renderMeasurement, renderTerminal } from "../../../src/report/faces/terminal.ts";
import { reportFrom } from "../../../src/report/report.ts";
import { columnsOf, wrapped } from "../../../src/report/text/text-table.ts";
import { aRun, aWorkloadRun, someRecords } from "../../support/builders.ts";
import { commandIn } from "../../support/runner-commands.ts";
import { anInput, scenes } from "../scenes.ts";

const report = (name: string) => reportFrom(scenes[name]?.() ?? anInput());
const plain = (name: string, width = 110) => renderTerminal(report(name), { colour: false, width });
const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

describe("the terminal", () => {
  test.each(["regressed", "passed", "no-baseline", "invalid"])(
    "shows a run that is %s as agreed",
    async (name) => {
      await expect(plain(name)).toMatchFileSnapshot(`../../golden/report/terminal-${name}.txt`);
    },
  );

  test("ends with the verdict, where the eye is", () => {
    expect(plain("regressed").trimEnd().split("\n").at(-1)).toBe(
      "🔴 Slower: time to first token p95 +31 %",
    );
  });

  test("has colours only when asked, and the same words with them", () => {
    const coloured = renderTerminal(report("regressed"), { colour: true, width: 110 });
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, "")).toBe(plain("regressed"));
  });

  test.each([50, 70, 110, 200])("is never wider than a window of %i columns", (width) => {
    for (const name of Object.keys(scenes))
      for (const line of plain(name, width).split("\n"))
        expect(columnsOf(line), line).toBeLessThanOrEqual(width);
  });

  test("prints no command for the runner, whatever a workload is called", () => {
    const name = "::error::x ##[error]y";
    const input = anInput({ run: aRun({ workloads: [aWorkloadRun({ name })] }) });
    const { verdict } = input;
    const workloads = verdict.workloads.map((each) => ({ ...each, workload: name }));
    const shown = renderTerminal(reportFrom({ ...input, verdict: { ...verdict, workloads } }), {
      colour: false,
      width: 60,
    });
    expect(commandIn(shown)).toBeUndefined();
    expect(commandIn(renderMeasurement(input.run, { colour: false, width: 60 }))).toBeUndefined();
  });
});

describe("a measurement", () => {
  const shown = (records = someRecords(60), overrides = {}) =>
    renderMeasurement(aRun({ workloads: [{ ...aWorkloadRun({ records }), ...overrides }] }), {
      colour: false,
      width: 120,
    });

  test("shows every metric with n, mean, percentiles and maximum", async () => {
    await expect(shown()).toMatchFileSnapshot("../../golden/report/terminal-measure.txt");
  });

  // p95 needs 100 requests: 60 · 5 % = 3, fewer than 5.
  test("marks the percentiles that so few requests cannot support", () => {
    expect(shown()).toMatch(/TTFT +60 .* ms +\d+ ms +\d+ ms† +\d+ ms† +\d+ ms\n/);
  });

  test("says why a number is missing", () => {
    expect(shown(someRecords(10), { metrics: {} })).toContain("no objectives are set");
    expect(shown(someRecords(10), { metrics: {}, definition: { stream: false } })).toMatch(
      /– TTFT.*: answers are not streamed\./,
    );
  });

  test("of a duet has both endpoints, each with its own numbers", () => {
    const { duet: _, ...base } = aWorkloadRun({ records: someRecords(40) });
    const duet = { endpoint: "http://base.test", first: [], rounds: [], base };
    const page = shown(someRecords(60), { duet });
    expect(page).toMatch(/^\S+, base endpoint: 40 requests/m);
    expect(page).toMatch(/^\S+: 60 requests/m);
    expect(page).toMatch(/^TTFT +40 /m);
    expect(page).toMatch(/^TTFT +60 /m);
  });

  test("that is not valid says so", () => {
    const invalid = [{ code: "client-lag", message: "the client itself lagged" }];
    expect(shown(someRecords(10), { invalid })).toContain(
      "⛔ Not valid: The client itself lagged.",
    );
  });
});

test("words are wrapped by the columns they take", () => {
  expect(wrapped("aa bb cc", 5)).toEqual(["aa bb", "cc"]);
  expect(wrapped("🔴🔴 bb", 5)).toEqual(["🔴🔴", "bb"]);
  expect(wrapped("abcdefgh", 5)).toEqual(["abcdefgh"]);
});
