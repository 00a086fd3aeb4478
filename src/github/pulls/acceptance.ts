// Acceptance: whether somebody agreed to a slowdown of this very commit, by label or by trailer.
import { z } from "zod";
import type { Acceptance } from "../../report/input.ts";
import type { Rest } from "../api/rest.ts";
import type { Context } from "../runner/context.ts";
import { type Labelling, labellingOf, type Pull } from "./label.ts";
import { acceptTrailer, reasonInMessage, reasonInText } from "./trailer.ts";

const commitSchema = z.object({ commit: z.object({ message: z.string() }) });

export async function messageOf(repository: string, sha: string, rest: Rest): Promise<string> {
  const path = `repos/${repository}/commits/${sha}`;
  return (await rest.json({ path }, commitSchema)).commit.message;
}

export interface Agreement {
  readonly acceptance?: Acceptance | undefined;
  /** The label is there, but was given to an earlier commit. */
  readonly stale?: boolean | undefined;
}

/** An event about the label is about the commit that was the head just then; its job may be run again days later. */
function labellingNow({ labelEvent, attempt }: Context, label: string): Labelling | undefined {
  if (labelEvent?.label !== label || attempt > 1) return undefined;
  return labelEvent.given ? { kind: "given", by: labelEvent.by } : { kind: "absent" };
}

function byLabel(label: string, by: string | undefined, body: string): Acceptance {
  const giver = by === undefined ? "the label says so" : `agreed to by ${by}`;
  return { by: "label", name: label, reason: reasonInText(body) ?? giver };
}

/** Rejects where GitHub cannot be asked: nothing is accepted on a guess. */
export async function agreementOn(context: Context, label: string, rest: Rest): Promise<Agreement> {
  const { pullRequest, repository, branch } = context;
  if (!pullRequest || !repository) return {};
  const { number, headSha, headRepository, body } = pullRequest;
  const pull: Pull = { repository, number, headSha, branch, headRepository };
  const labelling = labellingNow(context, label) ?? (await labellingOf(pull, label, rest));
  if (labelling.kind === "given") return { acceptance: byLabel(label, labelling.by, body) };
  const reason = reasonInMessage(await messageOf(repository, headSha, rest));
  if (reason !== undefined) return { acceptance: { by: "trailer", name: acceptTrailer, reason } };
  return { stale: labelling.kind === "stale" };
}
