// A pull request's life: green, slower and red, accepted by a label and not any more, fixed and resolved.
import { type Change, fullName, labelled } from "../world/events.ts";
import { jobs } from "./main-branch.ts";
import {
  apiKey,
  checkComment,
  checkCommenting,
  checkDeciding,
  gateFile,
  play,
  playChange,
  propose,
  runOf,
  type Stage,
  slowTtft,
  usualTtft,
} from "./scene.ts";

const branch = { number: 7, branch: "better-prompts", from: fullName };
const label = "latency-accepted";

export async function unchangedIsGreen(stage: Stage): Promise<void> {
  const { tally } = stage;
  const part = "unchanged";
  const change = await propose(stage, branch, { text: "no slower" });
  const played = await playChange(stage, change, { id: 201, action: "opened" });
  const { code, verdict, log, summary, outputs, annotations } = played;
  tally.check(part, "the job is green", code === 0, log);
  tally.check(part, "the verdict is passed", verdict === "passed", log);
  const held = /exact parent/.test(summary) && outputs["baseline-sha"] === change.baseSha;
  tally.check(part, "it is held against the exact parent", held, [outputs, summary]);
  const all = summary.includes(`; ${jobs} jobs of its epoch;`);
  tally.check(part, "all main jobs are known from the last one's artifact", all, summary);
  const errors = annotations.filter(({ level }) => level === "error");
  tally.check(part, "no error is annotated", errors.length === 0, errors);
  tally.check(part, "the endpoint's key is nowhere in the log", !log.includes(apiKey), log);
  checkDeciding(stage, part, played);
  checkCommenting(stage, part, played);
  checkComment(stage, part, 7, /No slowdown/);
}

export async function slowerIsRed(stage: Stage): Promise<Change> {
  const { tally, endpoint, github } = stage;
  const part = "slower";
  await endpoint.deploy(slowTtft);
  const change = await propose(stage, branch, { text: "longer system prompt" });
  const played = await playChange(stage, change, { id: 202 });
  const { code, failures, verdict, annotations, summary, log, outputs } = played;
  tally.check(part, "the job is red", code === 1, log);
  tally.check(part, "the step ended with 1", failures.join() === "1", failures);
  tally.check(part, "the verdict is regressed", verdict === "regressed", log);
  const named = annotations.some(({ level, message }) => level === "error" && /TTFT/.test(message));
  tally.check(part, "an error annotation says what is slower", named, annotations);
  tally.check(part, "so does the job's summary", /slower/i.test(summary), summary);
  checkComment(stage, part, 7, /slower/i);
  const ends = `issuecomment-${github.comments[0]?.id}`;
  tally.check(part, "an output names it", outputs["comment-url"]?.endsWith(ends) ?? false, outputs);
  checkCommenting(stage, part, played);
  return change;
}

function playLabel(stage: Stage, change: Change, action: "labeled" | "unlabeled", id: number) {
  const actor = { login: "carol" };
  const at = new Date().toISOString();
  stage.github.events.push({
    issue: 7,
    event: action,
    label: { name: label },
    actor,
    created_at: at,
  });
  const payload = labelled(action, label, change);
  const run = runOf(change, id);
  return play(stage, { event: "pull_request", payload, workflow: gateFile, run });
}

/** The endpoint is gone meanwhile: what is judged again is not measured again. */
export async function labelAccepts(stage: Stage, change: Change): Promise<void> {
  const { tally, endpoint } = stage;
  const part = "label";
  await endpoint.stop();
  const given = await playLabel(stage, change, "labeled", 203);
  tally.check(part, "given, the job is green", given.code === 0, given.log);
  tally.check(part, "the verdict is accepted", given.verdict === "accepted", given.log);
  checkComment(stage, part, 7, /carol/);
  checkDeciding(stage, part, given);
  checkCommenting(stage, part, given);
  const taken = await playLabel(stage, change, "unlabeled", 204);
  const red = taken.code === 1 && taken.verdict === "regressed";
  tally.check(part, "taken away, it is red and regressed again", red, taken.log);
}

export async function fixIsResolved(stage: Stage): Promise<void> {
  const { tally, endpoint, github } = stage;
  const part = "fix";
  const before = github.comments[0]?.id;
  await endpoint.deploy(usualTtft);
  const change = await propose(stage, branch, { text: "shorter again" });
  const { code, verdict, log } = await playChange(stage, change, { id: 205 });
  tally.check(part, "the job is green", code === 0 && verdict === "passed", log);
  checkComment(stage, part, 7, /No slowdown any more/);
  tally.check(part, "it is the one from before", github.comments[0]?.id === before, before);
}
