// Judging again: an event about a label changes no commit, so the result that is stored is told anew, unmeasured.
import { z } from "zod";
import type { Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import type { Rest } from "../github/api/rest.ts";
import { extractsOf, type Found } from "../github/extracts/find.ts";
import { explained } from "../github/permission.ts";
import type { Context } from "../github/runner/context.ts";
import { inputFrom, retold } from "../report/extract/restore.ts";
import type { Extract } from "../report/extract/schema.ts";
import { reportFrom } from "../report/report.ts";
import { exitCodeOf } from "../verdict/policy.ts";
import type { Verdict } from "../verdict/verdict.ts";
import { type Act, restFor } from "./act.ts";
import { type Agreed, agreed } from "./agreement.ts";

const runsSchema = z.object({
  workflow_runs: z.array(
    z.object({
      id: z.int().positive(),
      run_attempt: z.int().min(1).catch(1),
      event: z.string(),
      path: z.string(),
      head_sha: z.string(),
      head_branch: z.string().nullish(),
    }),
  ),
});
type Run = z.infer<typeof runsSchema>["workflow_runs"][number];

/** Each run that is looked at costs calls. */
const mostRuns = 5;

/** Of this workflow, for this commit and branch, the newest first; its events of a pull request only. */
async function runsOfHead(context: Context, rest: Rest): Promise<Run[]> {
  const { repository, workflow, pullRequest, branch, runId } = context;
  if (!repository || !workflow || !pullRequest) return [];
  const file = encodeURIComponent(workflow.split("/").at(-1) ?? "");
  const path = `repos/${repository}/actions/workflows/${file}/runs`;
  const query = { head_sha: pullRequest.headSha, event: "pull_request", per_page: 100 };
  const { workflow_runs: runs } = await rest.json({ path, query }, runsSchema);
  return runs
    .filter(
      (run) =>
        run.head_sha === pullRequest.headSha &&
        run.event === "pull_request" &&
        run.path.split("@")[0] === workflow &&
        run.head_branch === branch &&
        String(run.id) !== runId,
    )
    .toSorted((a, b) => b.id - a.id)
    .slice(0, mostRuns);
}

async function storedOf(act: Act, name: string, rest: Rest): Promise<[Run, Found] | undefined> {
  const { context, world } = act;
  const repository = context.repository ?? "";
  for (const run of await runsOfHead(context, rest)) {
    const { found, troubles } = await extractsOf(
      { id: run.id, attempt: run.run_attempt },
      { rest, repository },
    );
    for (const trouble of troubles) world.log.info(trouble);
    const mine = found.find((one) => one.name === name && one.extract.head === run.head_sha);
    if (mine) return [run, mine];
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

/** undefined where there is nothing stored, or the event is no such one: then it has to be measured. */
export async function rejudged(act: Act, config: JudgeConfig): Promise<Rejudged | undefined> {
  const { context, world } = act;
  const { labelEvent } = context;
  const rest = restFor(context, config.githubToken);
  if (!labelEvent || !rest) return undefined;
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
      worthTelling: labelEvent.label === config.acceptLabel,
    };
  } catch (cause) {
    world.log.warn(`No stored result could be read: ${explained(cause, "actions: read")}.`);
    return undefined;
  }
}
