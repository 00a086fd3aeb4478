// Retelling: `mode: comment`. After a run of a fork, its numbers become a comment; nothing else of it is believed.
import type { JudgeConfig } from "../config/config.ts";
import { GateError } from "../errors.ts";
import type { Rest } from "../github/api/rest.ts";
import { type CommentOutcome, postComment } from "../github/comment/post.ts";
import { extractsOf, type Found } from "../github/extracts/find.ts";
import { explained } from "../github/permission.ts";
import { pullByHead } from "../github/pulls/by-head.ts";
import { annotate } from "../github/runner/annotations.ts";
import type { TriggeringRun } from "../github/runner/context.ts";
import { writeOutputs } from "../github/runner/outputs.ts";
import { inputFrom, retold } from "../report/extract/restore.ts";
import { renderComment } from "../report/faces/markdown.ts";
import { resolved, slowedOf } from "../report/words/resolved.ts";
import { type Act, restFor } from "./act.ts";

const origin =
  "Told from the numbers of a run that had no right to comment; its job summary has the whole report.";

interface Telling {
  readonly run: TriggeringRun;
  readonly repository: string;
  readonly pullRequest: number;
  readonly token: string;
}

function tell({ name, attempt, extract }: Found, telling: Telling, act: Act) {
  const { run, repository, pullRequest, token } = telling;
  const { context, world, redact } = act;
  const input = inputFrom(extract);
  const report = retold(input, origin);
  const runUrl = context.runUrl?.replace(/\d+$/, String(run.id));
  return postComment({
    apiUrl: context.apiUrl,
    token,
    repository,
    pullRequest,
    name,
    run: { id: run.id, attempt },
    sha: run.headSha,
    verdict: extract.verdict,
    slowed: slowedOf(input.verdict),
    render: (maxBytes, past) =>
      redact(renderComment(past ? resolved(report, past) : report, { runUrl, maxBytes })),
    runUrl,
    yields: true,
    clock: act.machine.clock,
    signal: world.signal,
    say: world.log.info,
  });
}

type Outcome = Pick<CommentOutcome, "url"> & {
  /** Sentences for people: what was not told, and why. */
  readonly notices: readonly string[];
  readonly warnings: readonly string[];
};

function nothing(notice: string): Outcome {
  return { url: undefined, notices: [notice], warnings: [] };
}

async function tellAll(found: readonly Found[], telling: Telling, act: Act): Promise<Outcome> {
  let url: string | undefined;
  const warnings: string[] = [];
  for (const one of found) {
    const outcome = await tell(one, telling, act);
    url = outcome.url ?? url;
    warnings.push(...outcome.warnings.map(({ message }) => message));
  }
  return { url, notices: [], warnings };
}

/** The artifact may say what it likes of itself, but not that it is of another commit or pull request. */
function isOf({ extract }: Found, { headSha }: TriggeringRun, pullRequest: number): boolean {
  const { head, change } = extract;
  return head === headSha && (change === undefined || change.pullRequest === pullRequest);
}

async function retellRun(run: TriggeringRun, rest: Rest, act: Act, token: string) {
  const repository = act.context.repository ?? "";
  const pull = await pullByHead(run, repository, rest);
  if (pull.kind === "none") return nothing(`No comment for run ${run.id}: ${pull.why}.`);
  const { found, troubles } = await extractsOf(run, { rest, repository });
  const own = found.filter((one) => isOf(one, run, pull.number));
  const telling = { run, repository, pullRequest: pull.number, token };
  const foreign = found.length - own.length;
  const refused =
    foreign > 0
      ? [`${foreign} reports of run ${run.id} are of another commit or pull request.`]
      : [];
  const outcome =
    own.length > 0
      ? await tellAll(own, telling, act)
      : nothing(`No comment for run ${run.id}: it left no report that can be used.`);
  return { ...outcome, warnings: [...troubles, ...refused, ...outcome.warnings] };
}

async function retellAny(run: TriggeringRun, config: JudgeConfig, act: Act): Promise<Outcome> {
  const { githubToken: token } = config;
  const rest = restFor(act.context, token, act.machine.patience);
  if (run.event !== "pull_request")
    return nothing(`No comment for run ${run.id}: its event is ${run.event}, not pull_request.`);
  if (!rest || !token) return nothing(`No comment for run ${run.id}: there is no github-token.`);
  try {
    return await retellRun(run, rest, act, token);
  } catch (cause) {
    const why = explained(cause, "actions: read and pull-requests: write");
    return { url: undefined, notices: [], warnings: [`No comment for run ${run.id}: ${why}.`] };
  }
}

/** Commenting can fail, and nothing is red for it; in any other workflow the mode makes no sense. */
export async function retell(config: JudgeConfig, act: Act): Promise<number> {
  const { event, triggeringRun } = act.context;
  if (event !== "workflow_run" || !triggeringRun)
    throw new GateError(
      "config",
      `mode: comment belongs into a workflow on workflow_run, and this is ${event || "no event"}. On pull_request the gate comments by itself.`,
    );
  const { url, notices, warnings } = await retellAny(triggeringRun, config, act);
  await writeOutputs({ commentUrl: url });
  await annotate([
    ...notices.map((message) => ({ level: "notice" as const, message })),
    ...warnings.map((message) => ({ level: "warning" as const, message: act.redact(message) })),
  ]);
  if (url !== undefined) act.world.log.info(`Commented: ${url}`);
  return 0;
}
