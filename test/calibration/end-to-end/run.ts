// Prints how often the whole gate is red over real HTTP, changed or not: npm run end-to-end [-- --quick] [--only waiting].
import { parseArgs } from "node:util";
import { bars, type Change, campaign, changes, isKept, type Size, type Tally } from "./campaign.ts";
import { deploy } from "./deployed.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string", multiple: true } },
});

/** Some 8 minutes where no measurement must be repeated. */
const full: Size = { main: 10, pullRequests: { nothing: 20, waiting: 10, pace: 10, errors: 10 } };
const quick: Size = { main: 6, pullRequests: { nothing: 4, waiting: 2, pace: 2, errors: 2 } };

function sizeFrom({ main, pullRequests }: Size): Size {
  const { only } = values;
  const unknown = only?.filter((name) => !changes.some((change) => change === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no ${unknown.join()}; there are ${changes.join(", ")}`);
  const jobsOf = (change: Change) =>
    only === undefined || only.includes(change) ? pullRequests[change] : 0;
  const [nothing, waiting] = [jobsOf("nothing"), jobsOf("waiting")];
  return {
    main,
    pullRequests: { nothing, waiting, pace: jobsOf("pace"), errors: jobsOf("errors") },
  };
}

const size = sizeFrom(values.quick ? quick : full);

const titles: Readonly<Record<Change, string>> = {
  nothing: "nothing changed",
  waiting: "TTFT +40 %",
  pace: "TPOT +30 %",
  errors: "5 % of the requests fail",
};

function row(tally: Tally): string {
  const { change, jobs, red, explained, inconclusive, repeated } = tally;
  const bar = bars.find((one) => one.change === change);
  const promise = bar?.atMost === undefined ? `≥ ${100 * (bar?.atLeast ?? 0)} %` : "none red";
  const shown = change === "nothing" ? "–" : String(explained);
  const outcome = isKept(tally) ? "kept" : "NOT KEPT";
  const columns = [titles[change], jobs, red, shown, inconclusive, repeated, promise, outcome];
  return `| ${columns.join(" | ")} |`;
}

const startedAt = performance.now();
const { lab, close } = await deploy();
console.log(
  "| pull requests | jobs | red | for the right reason | unsure | repeated | promised | |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
let broken = 0;
const misjudged: string[] = [];
try {
  for await (const tally of campaign(lab, size)) {
    console.log(row(tally));
    if (!isKept(tally)) broken += 1;
    misjudged.push(...tally.misjudged.map((said) => `${titles[tally.change]}: ${said}`));
  }
} finally {
  await close();
}
const minutes = (performance.now() - startedAt) / 60_000;
console.log(`\n${size.main} jobs of main before them; ${minutes.toFixed(1)} minutes in all.`);
for (const said of misjudged) console.log(`- ${said}`);
process.exitCode = broken === 0 ? 0 : 1;
