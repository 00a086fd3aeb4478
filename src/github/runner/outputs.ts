// The action's outputs: words, numbers, paths and commits, never text from outside.
import { setOutput } from "@actions/core";
import { comparedOf, regressedOf } from "../../report/rank.ts";
import type { Verdict } from "../../verdict/verdict.ts";
import type { Warning } from "../../warning.ts";
import { isolated } from "../sink.ts";

export interface Delivered {
  /** Absent where a run was only measured. */
  readonly verdict?: Verdict | undefined;
  readonly resultsPath?: string | undefined;
  readonly reportPath?: string | undefined;
  readonly commentUrl?: string | undefined;
}

/** What is not there is an empty string, as workflow expressions have it. */
export function outputsOf({ verdict, resultsPath, reportPath, commentUrl }: Delivered) {
  const workloads = verdict?.workloads ?? [];
  const comparisons = workloads.flatMap((each) => each.comparisons);
  const gating = comparisons.filter((each) => each.gating);
  const regressions = regressedOf(comparisons).map(
    ({ workload, cell }) => `${workload}/${cell.id}`,
  );
  const baselines = workloads.flatMap(({ baseline }) =>
    baseline?.kind === "history" ? baseline.sha : [],
  );
  return {
    verdict: verdict?.kind ?? "",
    regressions: JSON.stringify(regressions),
    compared: String(comparedOf(gating).length),
    "results-path": resultsPath ?? "",
    "report-path": reportPath ?? "",
    "baseline-sha": baselines[0] ?? "",
    "comment-url": commentUrl ?? "",
  };
}

export function writeOutputs(delivered: Delivered): Promise<readonly Warning[]> {
  return isolated({ name: "outputs", label: "the step's outputs" }, () => {
    for (const [name, value] of Object.entries(outputsOf(delivered))) setOutput(name, value);
  });
}
