// Prints how often the gate is red, changed or not, beside what was promised: npm run calibration.
import { type Finding, findings, type Size } from "./bars.ts";
import { share } from "./trials.ts";

/** Some minutes; a share of 1 % is known to ±0.5 points then. */
const size: Size = {
  histories: 300,
  candidates: 6,
  duets: 1000,
  jobs: [10, 20, 30],
  since: [1, 2, 3, 4, 5, 6, 8],
};

function percent(value: number): string {
  return `${(100 * value).toFixed(2)} %`;
}

function row(finding: Finding): { readonly text: string; readonly kept: boolean } {
  const { what, cv, rate, atMost, atLeast } = finding;
  const red = share(rate);
  const kept = red <= (atMost ?? 1) && red >= (atLeast ?? 0);
  const promise =
    atMost === undefined
      ? atLeast === undefined
        ? ""
        : `≥ ${percent(atLeast)}`
      : `≤ ${percent(atMost)}`;
  const columns = [
    `CV ${100 * cv} %`,
    what.padEnd(50),
    percent(red).padStart(9),
    `of ${rate.of}`.padEnd(8),
    promise.padEnd(10),
    promise === "" ? "" : kept ? "kept" : "NOT KEPT",
  ];
  return { text: columns.join("  ").trimEnd(), kept };
}

let broken = 0;
for (const finding of findings(size)) {
  const { text, kept } = row(finding);
  process.stdout.write(`${text}\n`);
  if (!kept) broken += 1;
}
process.exitCode = broken === 0 ? 0 : 1;
