// Against: what a workload was compared with, in words: main's past, or a second endpoint beside it.
import type {
  BaselineIdentity,
  DuetIdentity,
  HistoryIdentity,
  Verdict,
  WorkloadVerdict,
} from "../../verdict/verdict.ts";
import { formatAge, formatCount, shortSha } from "../text/format.ts";
import { code, type Text, text } from "../text/text.ts";

export function duetOf({ baseline }: WorkloadVerdict): DuetIdentity | undefined {
  return baseline?.kind === "duet" ? baseline : undefined;
}

export function workloadVerdictOf(verdict: Verdict, name: string): WorkloadVerdict | undefined {
  return verdict.workloads.find(({ workload }) => workload === name);
}

/** What the other side's column is called. */
export function baseColumn(baseline: BaselineIdentity | undefined): string {
  return baseline?.kind === "duet" ? "base" : "main";
}

/** The same within a sentence. */
export function baseNoun(baseline: BaselineIdentity | undefined): string {
  return baseline?.kind === "duet" ? "the base endpoint" : "main";
}

/** "nearest ancestor with a run, 3 commits back". */
export function matchWords({ match, distance }: HistoryIdentity): string {
  if (match === "exact") return "exact parent";
  if (match === "approximate") return "newest on main, approximate";
  const back = distance === undefined ? "" : `, ${formatCount(distance, "commit")} back`;
  return `nearest ancestor with a run${back}`;
}

/** "`https://host/v1` over 10 rounds in this job". */
export function duetWords({ endpoint, rounds }: DuetIdentity): Text {
  const which = endpoint === "" ? text`the base endpoint` : text`${code(endpoint)}`;
  return text`${which} over ${formatCount(rounds, "round")} in this job`;
}

/** What the two endpoints' places may make of a difference, and how that is known. */
export function placementWords({ placementDuets }: DuetIdentity): string {
  return placementDuets === 0
    ? "that both are placed alike to about 1 % is assumed"
    : `how alike both are placed is known from ${formatCount(placementDuets, "duet")} of main with itself`;
}

/** "20 main runs, newest `a1b2c3d` (exact parent, 2 h old)", or "compared with `https://host/v1` over 10 rounds in this job". */
export function baselineWords(baseline: BaselineIdentity, now: string): Text {
  switch (baseline.kind) {
    case "history": {
      const age = formatAge(baseline.time, now);
      const about = [matchWords(baseline), ...(age === undefined ? [] : [`${age} old`])];
      const runs = formatCount(baseline.jobs, "main run");
      const newest =
        baseline.sha === "unknown" ? "of no known commit" : code(shortSha(baseline.sha));
      return text`${runs}, newest ${newest} (${about.join(", ")})`;
    }
    case "duet":
      return text`compared with ${duetWords(baseline)}`;
  }
}

/** Said once where all workloads were compared with the same; none for main, which is the usual. */
export function comparedWith({ workloads }: Verdict): Text | undefined {
  const [first, ...others] = workloads.map(duetOf);
  const same = others.every(
    (one) => one?.endpoint === first?.endpoint && one?.rounds === first?.rounds,
  );
  return first && same ? duetWords(first) : undefined;
}
