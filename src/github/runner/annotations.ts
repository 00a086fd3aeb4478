// Annotations on the workflow run: the runner shows ten of a level, so the last says how many more there are.
import { error, notice, warning as warn } from "@actions/core";
import type { Annotation, Level } from "../../report/faces/annotations.ts";
import type { Warning } from "../../warning.ts";
import { isolated } from "../sink.ts";

const mostShown = 10;

const commands: Readonly<Record<Level, typeof error>> = { error, warning: warn, notice };

function annotateLevel(level: Level, messages: readonly string[]): void {
  const over = messages.length > mostShown;
  const shown = over ? messages.slice(0, mostShown - 1) : messages;
  const more = over ? [`And ${messages.length - shown.length} more; see the job summary.`] : [];
  for (const message of [...shown, ...more]) commands[level](message, { title: "Latency Gate" });
}

/** In their order: the worst comes first. */
export function annotate(annotations: readonly Annotation[]): Promise<readonly Warning[]> {
  const levels = Map.groupBy(annotations, ({ level }) => level);
  return isolated({ name: "annotations", label: "annotations" }, () => {
    for (const [level, those] of levels)
      annotateLevel(
        level,
        those.map(({ message }) => message),
      );
  });
}
