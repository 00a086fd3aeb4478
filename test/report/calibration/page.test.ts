// The page of a calibration, as a terminal and a job summary show it.
import { describe, expect, test } from "vitest";
import { calibrationPage } from "../../../src/report/calibration/page.ts";
import { renderMarkdownPage } from "../../../src/report/faces/markdown.ts";
import { renderTerminalPage } from "../../../src/report/faces/terminal.ts";
import { columnsOf } from "../../../src/report/text/text-table.ts";
import { calibrations } from "./scenes.ts";

const page = (name: string) => calibrationPage(calibrations[name]!());
const terminal = (name: string, width = 110) =>
  renderTerminalPage(page(name), { colour: false, width });
const titleOf = (name: string) => terminal(name, 500).trimEnd().split("\n").at(-1);
const names = Object.keys(calibrations);

describe.each(names)("a calibration that is %s", (name) => {
  test("is shown in a terminal as agreed", async () => {
    await expect(terminal(name)).toMatchFileSnapshot(`../../golden/report/calibration/${name}.txt`);
  });
});

test("a job summary says the same in markdown", async () => {
  await expect(renderMarkdownPage(page("noisy"))).toMatchFileSnapshot(
    "../../golden/report/calibration/noisy.md",
  );
});

test.each([50, 80, 200])("no line is wider than a window of %i columns", (width) => {
  for (const name of names)
    for (const line of terminal(name, width).split("\n"))
      expect(columnsOf(line), line).toBeLessThanOrEqual(width);
});

test.each([
  [
    "quiet",
    "✅ Calibrated by 7 jobs: a change of twice the limit would be seen in every gating cell",
  ],
  ["none-valid", "⛔ Not calibrated: none of 2 jobs is valid"],
  [
    "remembered",
    "✅ What main remembers: a change of twice the limit would be seen in every gating cell",
  ],
])("%s ends with what it comes to", (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test("jobs of many days are not said to be of one hour", () => {
  expect(terminal("remembered")).not.toContain("Jobs close in time");
  expect(terminal("quiet")).toContain("Jobs close in time");
});

test("a limit is advised in whole percents, never too small a one", () => {
  const calibrated = calibrations["noisy"]!().calibration.workloads[0]!;
  for (const { cell, remedy } of calibrated.cells) {
    if (!remedy) continue;
    const share =
      cell.metric.better === "lower" ? Math.expm1(remedy.theta) : -Math.expm1(-remedy.theta);
    const [, shown = ""] = /limit of (\d+) %/.exec(
      terminal("noisy", 2_000)
        .split("\n")
        .find((line) => line.startsWith(`- ${cell.metric.label} ${cell.statistic ?? ""}`.trim()))!,
    )!;
    expect(Number(shown)).toBeGreaterThanOrEqual(100 * share - 1e-6);
    expect(Number(shown)).toBeLessThan(100 * share + 1);
  }
});
