// A fork: its gate can neither comment nor use secrets; a second workflow tells of it, from numbers alone.
import { workflowRun } from "../world/events.ts";
import { exampleWorkflows } from "../world/repository.ts";
import {
  artifactsOf,
  checkComment,
  checkCommenting,
  checkDeciding,
  commentFile,
  gateFile,
  play,
  playChange,
  propose,
  type Stage,
  slowTtft,
} from "./scene.ts";

/** The fork's branch is called main, as most are. */
const branch = { number: 8, branch: "main", from: "bob/app" };
const local = "bob";
const part = "fork";

/** The example's gate, for an endpoint that needs no key. */
function keyless(workflow: string): string {
  return workflow.replace(/^ +env:\n( +#.*\n)* +LATENCY_GATE_API_KEY:.*\n/m, "");
}

/** Takes over the pair of workflows; the gate's file stays the one that main's history is of. */
async function takeOver(stage: Stage): Promise<{ readonly gate: string }> {
  const { repository, github, endpoint } = stage;
  const [gate = "", comment = ""] = await exampleWorkflows("fork-pair.yml", endpoint.url);
  await repository.git("checkout", "--quiet", "main");
  await repository.commit("take pull requests from forks", {
    [gateFile]: gate,
    [commentFile]: comment,
  });
  await github.push();
  return { gate };
}

async function withoutSecretIsSkipped(stage: Stage): Promise<void> {
  const { tally } = stage;
  const change = await propose(stage, branch, { text: "from afar", local });
  const skipped = await playChange(stage, change, { id: 301, action: "opened", fork: true });
  const green = skipped.code === 0 && skipped.verdict === "skipped";
  tally.check(part, "without the endpoint's key it is green, and skipped", green, skipped.log);
  const told = skipped.annotations.some(({ message }) => /secret/.test(message));
  tally.check(part, "an annotation says why", told, skipped.annotations);
}

async function slowerIsRed(stage: Stage): Promise<void> {
  const { tally, github } = stage;
  const change = await propose(stage, branch, { text: "and slower", local });
  const { code, verdict, log, calls } = await playChange(stage, change, { id: 302, fork: true });
  tally.check(
    part,
    "with no key needed it is red, and regressed",
    code === 1 && verdict === "regressed",
    log,
  );
  const silent = calls.every((call) => call.startsWith("GET "));
  tally.check(part, "it does not try to write", silent, calls);
  const left = artifactsOf(stage, 302);
  const report = left.some((name) => /^latency-gate-report-default-a\d$/.test(name));
  tally.check(part, "its numbers are in an artifact", report, left);
  tally.check(
    part,
    "there is no comment yet",
    github.comments.every(({ issue }) => issue !== 8),
  );
}

async function commentTells(stage: Stage): Promise<void> {
  const { tally, github, repository } = stage;
  await repository.git("checkout", "--quiet", "main");
  const finished = github.actions.runs.find(({ id }) => id === 302)!;
  const run = { id: 303, head_sha: await repository.git("rev-parse", "main") };
  const payload = workflowRun(finished);
  const told = await play(stage, { event: "workflow_run", payload, workflow: commentFile, run });
  tally.check(part, "the commenting job is green", told.code === 0, told.log);
  checkComment(stage, part, 8, /slower/i);
  checkDeciding(stage, part, told);
  checkCommenting(stage, part, told);
}

export async function forkIsToldOf(stage: Stage): Promise<void> {
  const { endpoint, repository } = stage;
  await endpoint.stop();
  const { gate } = await takeOver(stage);
  await withoutSecretIsSkipped(stage);
  await repository.git("checkout", "--quiet", "main");
  await repository.commit("our endpoint needs no key", { [gateFile]: keyless(gate) });
  await endpoint.deploy(slowTtft);
  await slowerIsRed(stage);
  await endpoint.stop();
  await commentTells(stage);
}
