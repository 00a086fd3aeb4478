// Judging again: an event that changes neither commit nor base is answered by the stored result, unmeasured.
import type { Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import type { Rest } from "../github/api/rest.ts";
import { extractsOf, type Found } from "../github/extracts/find.ts";
import { explained } from "../github/permission.ts";
import { type HeadRun, runsOfHead } from "../github/pulls/runs-of-head.ts";
import { inputFrom, retold } from "../report/extract/restore.ts";
import type { Extract } from "../report/extract/schema.ts";
import { reportFrom } from "../report/report.ts";
import { exitCodeOf } from "../verdict/policy.ts";
import type { Verdict } from "../verdict/verdict.ts";
import { type Act, restFor } from "./act.ts";
import { type Agreed, agreed } from "./agreement.ts";
import { isOfSame } from "./change.ts";

async function storedOf(act: Act, name: string, rest: Rest): Promise<[HeadRun, Found] | undefined> {
  const { context, world } = act;
  const repository = context.repository ?? "";
  for (const run of await runsOfHead(context, rest)) {
    const { found, troubles } = await extractsOf(run, { rest, repository });
    for (const trouble of troubles) world.log.info(trouble);
    const mine = found.find((one) => one.name === name);
    if (mine && isOfSame(mine.extract, context)) return [run, mine];
    if (mine) world.log.info(`Run ${run.id} is not judged again: it was of another base.`);
  }
  return undefined;
}

/** An acceptance may have been taken back since: what was found stands, and is agreed to anew. */
function conclusionOf(extract: Extract, { policy, acceptLabel }: JudgeConfig): Conclusion {
  const input = inputFrom(extract);
  const kind = input.verdict.kind === "accepted" ? "regressed" : input.verdict.kind;
  const verdict: Verdict = { ...input.verdict, kind };
  const told = { ...input, verdict, policy, acceptLabel };
  const exitCode = exitCodeOf(kind, policy);
  return { run: input.run, verdict, policy, told, report: reportFrom(told), exitCode };
}

export interface Rejudged extends Agreed {
  /** The event is about the label that accepts, so that the comment has to be told anew. */
  readonly worthTelling: boolean;
}

/** undefined where nothing of the same change is stored, or the event is no such one: then it has to be measured. */
export async function rejudged(act: Act, config: JudgeConfig): Promise<Rejudged | undefined> {
  const { context, world } = act;
  const { labelEvent, nothingNew } = context;
  const rest = restFor(context, config.githubToken, act.machine.patience);
  if (!nothingNew || !rest) return undefined;
  try {
    const stored = await storedOf(act, config.name, rest);
    if (!stored) return undefined;
    const [run, { extract }] = stored;
    world.log.info(`The result of run ${run.id} is judged again; nothing is measured.`);
    const { conclusion, warnings } = await agreed(conclusionOf(extract, config), config, act);
    const origin = `Judged again by the numbers of run ${run.id}; nothing was measured for it.`;
    return {
      conclusion: { ...conclusion, report: retold(conclusion.told, origin) },
      warnings,
      worthTelling: labelEvent?.label === config.acceptLabel,
    };
  } catch (cause) {
    world.log.warn(`No stored result could be read: ${explained(cause, "actions: read")}.`);
    return undefined;
  }
}
