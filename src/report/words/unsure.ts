// Not sure: what kept the verdict from being one, and what would make it sure.
import type { Comparison, InconclusiveReason, WorkloadVerdict } from "../../verdict/verdict.ts";
import { allComparisons, type ReportInput } from "../input.ts";
import { unsureOf } from "../rank.ts";
import type { Headline } from "../text/block.ts";
import { formatShare } from "../text/format.ts";
import { code, sentence, type Text, text } from "../text/text.ts";
import { baseNoun, workloadVerdictOf } from "./against.ts";
import { findingClaim, findingSentence } from "./finding.ts";
import { variationOf } from "./sensitivity.ts";
import { capitalised, cellLabel, finished } from "./words.ts";

function noisyTitle(comparison: Comparison): Text {
  const claim = findingClaim(comparison, "looks");
  return text`${cellLabel(comparison.cell)} ${claim}, but that may be noise`;
}

type Title = (label: string, base: string) => string;

const titles: Readonly<Partial<Record<InconclusiveReason, Title>>> = {
  unproven: (label) => `${label} could not be shown to be within its limit`,
  "insufficient-samples": (label) => `too few requests to judge ${label}`,
  "not-comparable": (label, base) => `${label} cannot be compared with ${base}`,
  "environment-changed": () => "measured elsewhere than main, so its history does not apply",
  "no-number": (label) => `no number for ${label}`,
};

function titleOf(comparison: Comparison, base: string): Text {
  const title = comparison.reason && titles[comparison.reason];
  return title ? text`${title(cellLabel(comparison.cell), base)}` : noisyTitle(comparison);
}

function variationSentence({ workload, cell }: Comparison, { history }: ReportInput): string {
  const values = history.get(workload)?.cells.get(cell.id) ?? [];
  const variation = variationOf(values);
  return variation === undefined
    ? ""
    : `Job-to-job variation on main is ${formatShare(Number(variation.toPrecision(2)))}. `;
}

const remedies: Readonly<Partial<Record<InconclusiveReason, Text>>> = {
  "exceeds-within-noise": text`Re-run this job, raise ${code("requests")}, or compare both endpoints in one job (${code("baseline-endpoint")}).`,
  unproven: text`Raise ${code("requests")}, calm the runner, or allow more.`,
  "insufficient-samples": text`Raise ${code("requests")}, or gate a lower percentile.`,
  "environment-changed": text`The next runs on main start a new history here.`,
};

/** A duet calms what main's history has; what it needs more of are rounds. */
const duetRemedies: typeof remedies = {
  ...remedies,
  "exceeds-within-noise": text`Re-run this job, or raise ${code("rounds")} or ${code("requests")}.`,
  unproven: text`Raise ${code("rounds")} or ${code("requests")}, or allow more.`,
};

/** Reasons of all cells in doubt, each once, with the cells that share it. */
function reasons(unsure: readonly Comparison[]): Text[] {
  const noted = unsure.filter(({ note, absolute }) => note !== undefined && absolute === undefined);
  const byNote = Map.groupBy(noted, ({ note }) => note ?? "");
  return [...byNote].map(([note, cells]) => {
    const labels = cells.map(({ cell }) => cellLabel(cell)).join(", ");
    return text`${labels}: ${sentence(finished(note))}`;
  });
}

function cellHeadline(
  unsure: readonly Comparison[],
  worst: Comparison,
  input: ReportInput,
): Headline {
  const noisy = worst.reason === "exceeds-within-noise";
  const baseline = workloadVerdictOf(input.verdict, worst.workload)?.baseline;
  const offered = baseline?.kind === "duet" ? duetRemedies : remedies;
  const remedy = worst.reason && offered[worst.reason];
  const variation = noisy ? variationSentence(worst, input) : "";
  return {
    title: text`Not sure: ${titleOf(worst, baseNoun(baseline))}`,
    lead: [
      ...(noisy ? [findingSentence(worst, input)] : []),
      ...reasons(unsure),
      text`${variation}${remedy ?? ""}`,
    ].filter((line) => line.length > 0),
  };
}

function wholeHeadline(absent: readonly WorkloadVerdict[]): Headline {
  const [first, ...others] = absent;
  const what =
    first !== undefined && others.length === 0
      ? text`${code(first.workload)} was`
      : text`${absent.length} workloads were`;
  const messages = absent.map(({ workload, notCompared }) => {
    const message = finished(notCompared?.message ?? "no reason is known");
    return others.length === 0
      ? sentence(capitalised(message))
      : text`${code(workload)}: ${sentence(message)}`;
  });
  return {
    title: text`Not sure: ${what} not compared with ${baseNoun(first?.baseline)}`,
    lead: messages,
  };
}

/** What looks slower comes before what could not be compared at all, and that before single cells. */
export function unsureHeadline(input: ReportInput): Headline {
  const absent = input.verdict.workloads.filter(({ notCompared }) => notCompared !== undefined);
  const whole = wholeHeadline(absent);
  const unsure = unsureOf(allComparisons(input));
  const [worst] = unsure;
  if (worst !== undefined && (absent.length === 0 || worst.reason === "exceeds-within-noise")) {
    const { title, lead } = cellHeadline(unsure, worst, input);
    return { title, lead: [...lead, ...(absent.length === 0 ? [] : whole.lead)] };
  }
  if (absent.length > 0) return whole;
  const causes = input.verdict.because.map((cause) => sentence(finished(cause)));
  return { title: text`Not sure`, lead: causes };
}
