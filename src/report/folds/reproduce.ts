// Reproduce, or accept this change: the exact command, and what accepting will do.

import type { ReportInput } from "../input.ts";
import { codeBlock, paragraph } from "../text/block.ts";
import { code, text } from "../text/text.ts";
import type { Fold } from "./fold.ts";

export function reproduceFold({ reproduce, acceptLabel, verdict }: ReportInput): Fold {
  const acceptable = acceptLabel !== undefined && verdict.kind === "regressed";
  const accept = acceptable
    ? [
        paragraph(
          text`To accept: put the label ${code(acceptLabel)} on the pull request and say why. The check turns green for this commit, and from the merge on main's new level is the baseline.`,
        ),
      ]
    : [];
  return {
    title: acceptable ? "Reproduce, or accept this change" : "Reproduce",
    blocks: [codeBlock("sh", reproduce), ...accept],
  };
}
