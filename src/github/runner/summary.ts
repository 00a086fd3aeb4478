// The job summary: raw markdown, below the size at which the runner would drop all of it.
import { summary } from "@actions/core";
import type { Warning } from "../../warning.ts";
import { isolated } from "../sink.ts";

const mostBytes = 900 * 1024;

/** The report cuts itself with care; this only makes sure that nothing over the limit gets through. */
function cut(markdown: string): string {
  if (Buffer.byteLength(markdown) <= mostBytes) return markdown;
  const head = Buffer.from(markdown).subarray(0, mostBytes).toString("utf8");
  return head.slice(0, head.lastIndexOf("\n") + 1);
}

export function writeSummary(markdown: string): Promise<readonly Warning[]> {
  return isolated({ name: "summary", label: "the job summary" }, async () => {
    await summary.addRaw(cut(markdown), true).write();
  });
}
