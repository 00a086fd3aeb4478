// Failures by kind, with what one of each said.
import type { WorkloadRun } from "../../metrics/run.ts";
import type { ReportInput } from "../input.ts";
import { code, joined, type Text, text } from "../text/text.ts";

function exampleOf(run: WorkloadRun, failure: string): Text {
  const example = run.counts.examples.find((each) => each.failure === failure);
  if (example === undefined) return [];
  const status = example.status === null ? "" : ` ${example.status}`;
  return example.detail === "" ? text`${status}` : text`${status} ${code(example.detail)}`;
}

/** "81 × `http_status` 502 `Bad Gateway`, 6 × `truncated`", most frequent first; empty without failures. */
export function failuresOf(run: WorkloadRun): Text {
  const kinds = Object.entries(run.counts.failures).toSorted(([, a], [, b]) => b - a);
  return joined(
    kinds.map(([kind, n]) => text`${n} × ${code(kind)}${exampleOf(run, kind)}`),
    ", ",
  );
}

/** One line per workload that had failures. */
export function failureCounts({ run }: ReportInput): Text[] {
  const several = run.workloads.length > 1;
  return run.workloads
    .filter((workload) => workload.counts.failed > 0)
    .map((workload) => {
      const where = several ? text`${code(workload.name)}: ` : [];
      return text`${where}${failuresOf(workload)}.`;
    });
}
