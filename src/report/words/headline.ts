// Headline: the verdict in words with its worst finding, and the sentences that a reader needs next.
import { isFailureShare } from "../../metrics/catalog.ts";
import type { Comparison, VerdictKind, WorkloadVerdict } from "../../verdict/verdict.ts";
import { allComparisons, type ReportInput } from "../input.ts";
import { comparedOf, regressedOf } from "../rank.ts";
import type { Headline } from "../text/block.ts";
import { formatCount } from "../text/format.ts";
import { code, joined, sentence, type Text, text } from "../text/text.ts";
import { comparedWith } from "./against.ts";
import { failureCounts } from "./failures.ts";
import { findingSentence, findingShort, findingSubject, findingTitle } from "./finding.ts";
import { detectableSentence } from "./sensitivity.ts";
import { unsureHeadline } from "./unsure.ts";

/** Names the workload where there are several. */
function whereOf({ verdict }: ReportInput, workload: string): Text {
  return verdict.workloads.length > 1 ? text`${code(workload)} ` : [];
}

function workloadsSlower(input: ReportInput): Text[] {
  const { workloads } = input.verdict;
  const slower = workloads.filter(({ comparisons }) => regressedOf(comparisons).length > 0);
  return workloads.length > 1
    ? [text`${slower.length} of ${formatCount(workloads.length, "workload")} slower.`]
    : [];
}

const mostListed = 4;

function otherFindings(input: ReportInput): Text[] {
  const others = regressedOf(allComparisons(input)).slice(1);
  if (others.length === 0) return [];
  const shown = others.slice(0, mostListed).map((each) => {
    const where = whereOf(input, each.workload);
    return text`${where}${findingShort(each)}`;
  });
  const more = others.length > mostListed ? `, and ${others.length - mostListed} more` : "";
  return [text`Also beyond the limit: ${joined(shown, ", ")}${more}.`];
}

/** The causes as they follow a colon: where there is one workload, its name says nothing. */
function because({ verdict }: ReportInput): Text[] {
  const [only, ...others] = verdict.workloads;
  const prefix = only === undefined || others.length > 0 ? "" : `${only.workload}: `;
  return verdict.because.map((cause) => {
    const said = cause.startsWith(prefix) ? cause.slice(prefix.length) : cause;
    return sentence(said.replace(/\.$/, ""));
  });
}

/** What failed, where more failing is the finding. */
function failuresBehind({ cell }: Comparison, input: ReportInput): Text[] {
  return isFailureShare(cell.metric) ? failureCounts(input) : [];
}

/** Main's history is the usual, and the footer has it. */
function against({ verdict }: ReportInput): Text[] {
  const other = comparedWith(verdict);
  return other ? [text`Compared with ${other}.`] : [];
}

function regressionLead(worst: Comparison, input: ReportInput): Text[] {
  const slowest = input.verdict.workloads.find(({ workload }) => workload === worst.workload);
  // How long answers took is no reason for those that did not come.
  const explanation = isFailureShare(worst.cell.metric) ? undefined : slowest?.explanation;
  return [
    findingSentence(worst, input),
    ...failuresBehind(worst, input),
    ...(explanation === undefined ? [] : [sentence(explanation.sentence)]),
    ...otherFindings(input),
    ...workloadsSlower(input),
    ...against(input),
  ];
}

function worstOf(input: ReportInput): Comparison | undefined {
  return regressedOf(allComparisons(input))[0];
}

function regressed(input: ReportInput): Headline {
  const green = input.policy.onRegression === "warn";
  const after = green ? [text`The check stays green: ${code("on-regression: warn")}.`] : [];
  const worst = worstOf(input);
  if (worst === undefined) {
    const [title = text`slower than allowed`, ...rest] = because(input);
    return { title, lead: [...rest.map((cause) => text`${cause}.`), ...after] };
  }
  return {
    title: findingTitle(worst, whereOf(input, worst.workload)),
    lead: [...regressionLead(worst, input), ...after],
  };
}

function acceptedBy({ acceptance }: ReportInput): Text[] {
  if (acceptance === undefined) return [];
  const by = acceptance.by === "label" ? "Label" : "Trailer";
  return [
    text`${by} ${code(acceptance.name)}: “${acceptance.reason}”. From the merge on, main's new level is the baseline.`,
  ];
}

function accepted(input: ReportInput): Headline {
  const worst = worstOf(input);
  if (worst === undefined)
    return { title: text`Accepted`, lead: [...acceptedBy(input), ...because(input)] };
  return {
    title: text`Accepted: ${findingSubject(worst, whereOf(input, worst.workload))}`,
    lead: [...acceptedBy(input), ...regressionLead(worst, input)],
  };
}

/** The title of a plain pass. */
export const noSlowdown = "No slowdown";

function passed(input: ReportInput): Headline {
  const gating = allComparisons(input).filter((each) => each.gating);
  const { workloads } = input.verdict;
  const of = workloads.length > 1 ? ` in ${formatCount(workloads.length, "workload")}` : "";
  const other = comparedWith(input.verdict);
  const compared = `${comparedOf(gating).length} of ${gating.length} compared${of}`;
  const beside = other ? text` with ${other}` : [];
  const lead = text`${compared}${beside}, nothing beyond its limit.${detectableSentence(gating)}`;
  return { title: text`${noSlowdown}`, lead: [lead] };
}

function named(names: readonly string[]): Text {
  return names.length > 3
    ? text`${names.length} workloads`
    : joined(
        names.map((name) => text`${code(name)}`),
        ", ",
      );
}

/** Why there is nothing to compare with: once, or per workload where the reasons differ. */
function absences(without: readonly WorkloadVerdict[]): Text[] {
  const reasons = new Set(without.map(({ notCompared }) => notCompared?.message));
  const [message] = reasons;
  if (reasons.size === 1 && message !== undefined)
    return [text`Measured and shown; nothing to compare with: ${sentence(message)}.`];
  return [
    text`Measured and shown; nothing to compare with.`,
    ...without.flatMap(({ workload, notCompared }) =>
      notCompared === undefined ? [] : [text`${code(workload)}: ${sentence(notCompared.message)}.`],
    ),
  ];
}

function noBaseline(input: ReportInput): Headline {
  const { workloads } = input.verdict;
  const without = workloads.filter(({ notCompared }) => notCompared?.reason === "no-baseline");
  const shown = without.length > 0 ? without : workloads;
  const names = named(shown.map(({ workload }) => workload));
  // Where one was lost or cannot be read, this is no first run.
  if (input.verdict.warnings.some(({ code }) => code.startsWith("baseline-")))
    return { title: text`No baseline for ${names}`, lead: absences(shown) };
  return {
    title: text`No baseline yet for ${names}`,
    lead: [
      ...absences(shown),
      text`A run on main records the first one. (calibrating 0 of ${input.policy.minHistory})`,
    ],
  };
}

function invalid(input: ReportInput): Headline {
  const [first = text`nothing was measured`, ...rest] = because(input);
  return {
    title: text`Not a valid measurement: ${first}`,
    lead: [
      ...rest.map((cause) => text`${cause}.`),
      ...failureCounts(input),
      text`Nothing was compared; the check fails because a broken measurement is not a pass.`,
    ],
  };
}

function skipped(input: ReportInput): Headline {
  return {
    title: text`Skipped: nothing was measured`,
    lead: because(input).map((cause) => text`${cause}.`),
  };
}

const headlines: Readonly<Record<VerdictKind, (input: ReportInput) => Headline>> = {
  passed,
  regressed,
  accepted,
  inconclusive: unsureHeadline,
  "no-baseline": noBaseline,
  skipped,
  invalid,
};

/** The workload that knows main least decides how much the verdict can be trusted. */
function calibratingWords({ verdict }: ReportInput): string {
  const states = verdict.workloads.flatMap(({ calibrating }) => calibrating ?? []);
  const [least] = states.toSorted((a, b) => a.jobs - b.jobs);
  return least === undefined ? "" : ` (calibrating ${least.jobs} of ${least.needed})`;
}

export function headlineOf(input: ReportInput): Headline {
  const { title, lead } = headlines[input.verdict.kind](input);
  const judged = input.verdict.kind !== "no-baseline" && input.verdict.kind !== "invalid";
  return { title: judged ? text`${title}${calibratingWords(input)}` : title, lead };
}
