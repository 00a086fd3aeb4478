// Delivering: files, summary, annotations, comment, artifact and outputs; none of them changes the verdict.
import { tmpdir } from "node:os";
import path from "node:path";
import type { Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import { mostUnzipped } from "../github/artifacts/listing.ts";
import { uploadText } from "../github/artifacts/upload.ts";
import { attemptArtifactName, attemptEntry } from "../github/attempts/name.ts";
import { postComment } from "../github/comment/post.ts";
import { extractArtifactName, extractEntry } from "../github/extracts/name.ts";
import { annotate } from "../github/runner/annotations.ts";
import { writeOutputs } from "../github/runner/outputs.ts";
import { remoteRun } from "../github/runner/remote-text.ts";
import { writeSummary } from "../github/runner/summary.ts";
import { extractFrom } from "../report/extract/extract.ts";
import { renderComment, renderSummary } from "../report/faces/markdown.ts";
import { renderTerminal } from "../report/faces/terminal.ts";
import { resolved, slowedOf } from "../report/words/resolved.ts";
import { writeReport, writeResults, writeText } from "../results.ts";
import { type Warning, warning } from "../warning.ts";
import type { Act } from "./act.ts";
import { changeOf } from "./change.ts";

/** Columns of a job log's page. */
export const page = { colour: false, width: 120 };

export interface Delivery {
  readonly conclusion: Conclusion;
  /** What came up on the way here. */
  readonly warnings: readonly Warning[];
  /** False where an earlier run's numbers were judged again: there is no run to write, nor an extract. */
  readonly measured: boolean;
  /** False where the comment says all of it already. */
  readonly comments: boolean;
}

interface Commented {
  readonly url?: string | undefined;
  readonly warnings: readonly Warning[];
}

function notCommented(pullRequest: number, why: string): Commented {
  const message = `No comment on pull request ${pullRequest}: ${why}. The job summary carries the report.`;
  return { warnings: [warning("comment-skipped", message)] };
}

async function commentOn(
  { report, verdict }: Conclusion,
  config: JudgeConfig,
  { context, world, redact, machine }: Act,
): Promise<Commented> {
  const { pullRequest, repository, apiUrl, runId, attempt, runUrl } = context;
  if (!config.comment || !pullRequest || !repository || !runId) return { warnings: [] };
  const { githubToken: token, name } = config;
  if (pullRequest.fork) return notCommented(pullRequest.number, "it comes from a fork");
  if (!token) return notCommented(pullRequest.number, "there is no github-token");
  return postComment({
    apiUrl,
    token,
    repository,
    pullRequest: pullRequest.number,
    name,
    run: { id: Number(runId), attempt },
    sha: pullRequest.headSha,
    verdict: verdict.kind,
    slowed: slowedOf(verdict),
    render: (maxBytes, past) =>
      redact(renderComment(past ? resolved(report, past) : report, { runUrl, maxBytes })),
    runUrl,
    clock: machine.clock,
    signal: world.signal,
    say: world.log.info,
  });
}

const uploadPatience = 60_000;

interface Left {
  readonly text: string;
  readonly entry: string;
  readonly called: (copy: number) => string;
  /** "The report's numbers". */
  readonly what: string;
}

async function leave({ what, ...left }: Left, { world, redact }: Act): Promise<void> {
  const { environment } = world;
  const uploaded = await uploadText({
    ...left,
    text: redact(left.text),
    serverUrl: environment["GITHUB_SERVER_URL"] ?? "https://github.com",
    folder: environment["RUNNER_TEMP"] || tmpdir(),
    patience: uploadPatience,
  });
  if (uploaded.kind !== "uploaded") world.log.info(`${what} kept as an artifact: ${uploaded.why}.`);
}

/** For `mode: comment`, and for an event that changes nothing; where it cannot be left the log says so. */
async function leaveExtract({ told }: Conclusion, config: JudgeConfig, act: Act): Promise<void> {
  const { context, redact } = act;
  const extract = extractFrom({ ...told, change: changeOf(context) });
  if (!context.pullRequest || !context.runId || !extract) return;
  const text = `${JSON.stringify(extract)}\n`;
  await writeText(path.join(config.results, extractEntry), redact(text));
  const called = (copy: number) => extractArtifactName(config.name, context.attempt, copy);
  const what = "The report's numbers were not";
  await leave({ text, entry: extractEntry, called, what }, act);
}

/** For the attempts that may come after this one. Main's are in its history. */
async function leaveRun({ run }: Conclusion, { name }: JudgeConfig, act: Act): Promise<void> {
  const { role, runId, attempt } = act.context;
  if (role === "main" || !runId || run.workloads.length === 0) return;
  const text = remoteRun(run, mostUnzipped);
  const called = (copy: number) => attemptArtifactName(name, attempt, copy);
  const what = "The run, which later attempts are judged with, was not";
  await leave({ text, entry: attemptEntry, called, what }, act);
}

function writeFiles({ conclusion, measured }: Delivery, config: JudgeConfig, { redact }: Act) {
  return measured
    ? writeResults(config.results, conclusion, redact)
    : writeReport(config.results, conclusion, redact);
}

/** Every sink is tried, whatever became of the others; resolves to the exit code. */
export async function deliver(delivery: Delivery, config: JudgeConfig, act: Act): Promise<number> {
  const { conclusion, measured, comments } = delivery;
  const { report, verdict, exitCode, recordedAt, notRecorded } = conclusion;
  const { redact, world, context } = act;
  const { runUrl } = context;
  const files = await writeFiles(delivery, config, act);
  if (measured)
    await Promise.all([leaveExtract(conclusion, config, act), leaveRun(conclusion, config, act)]);
  const comment = comments ? await commentOn(conclusion, config, act) : { warnings: [] };
  const warnings = [
    ...delivery.warnings,
    ...(notRecorded === undefined
      ? []
      : [warning("not-recorded", `This job is not remembered: ${notRecorded}.`)]),
    ...(await writeSummary(redact(renderSummary(report, { runUrl })))),
    ...comment.warnings,
    ...(await annotate(
      report.annotations.map((one) => ({ ...one, message: redact(one.message) })),
    )),
    ...(await writeOutputs({
      verdict,
      resultsPath: files.run,
      reportPath: files.report,
      commentUrl: comment.url,
    })),
  ];
  act.print(redact(renderTerminal(report, page)));
  if (recordedAt !== undefined) world.log.info(`Recorded in ${recordedAt}.`);
  await annotate(warnings.map(({ message }) => ({ level: "warning", message: redact(message) })));
  return exitCode;
}
