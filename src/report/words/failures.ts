// Failures by kind, with what one of each said.
import type { WorkloadRun } from "../../metrics/run.ts";
import type { ReportInput } from "../input.ts";
import { code, joined, type Text, text } from "../text/text.ts";

type Counted = Pick<WorkloadRun, "counts">;

function exampleOf(run: Counted, failure: string): Text {
  const example = run.counts.examples.find((each) => each.failure === failure);
  if (example === undefined) return [];
  const status = example.status === null ? "" : ` ${example.status}`;
  return example.detail === "" ? text`${status}` : text`${status} ${code(example.detail)}`;
}

/** "81 × `http_status` 502 `Bad Gateway`, 6 × `truncated`", most frequent first; empty without failures. */
export function failuresOf(run: Counted): Text {
  const kinds = Object.entries(run.counts.failures).toSorted(([, a], [, b]) => b - a);
  return joined(
    kinds.map(([kind, n]) => text`${n} × ${code(kind)}${exampleOf(run, kind)}`),
    ", ",
  );
}

/** One line per workload that had failures, and one of a duet's base endpoint. */
export function failureCounts({ run }: ReportInput): Text[] {
  const several = run.workloads.length > 1;
  return run.workloads.flatMap((workload) => {
    const { name, duet } = workload;
    const where = several ? text`${code(name)}: ` : [];
    const base = several ? text`${code(name)}, base endpoint: ` : text`Base endpoint: `;
    return [...lineOf(where, workload), ...(duet ? lineOf(base, duet.base) : [])];
  });
}

function lineOf(where: Text, run: Counted): Text[] {
  return run.counts.failed > 0 ? [text`${where}${failuresOf(run)}.`] : [];
}
