// A GitHub Enterprise Server: its actions can upload no artifacts, so main is remembered on a branch or by the workflow.
import { fullName } from "../world/events.ts";
import {
  artifactsOf,
  checkComment,
  gateFile,
  playChange,
  propose,
  pushToMain,
  type Stage,
} from "./scene.ts";

const part = "enterprise";
const branch = { number: 9, branch: "onward", from: fullName };

/** The example's gate with a data branch for main's history, and the right to write it. */
function onBranch(workflow: string): string {
  const indent = " ".repeat(10);
  return `${workflow.replace("contents: read", "contents: write")}${indent}baseline: branch\n`;
}

export async function artifactsAreMissing(stage: Stage): Promise<void> {
  const { tally } = stage;
  const { code, verdict, log, annotations } = await pushToMain(stage, 1);
  tally.check(
    part,
    "main is green without artifacts",
    code === 0 && verdict === "no-baseline",
    log,
  );
  tally.check(part, "nothing was uploaded", artifactsOf(stage, 101).length === 0, log);
  const said = annotations.find(({ message }) => /not remembered/.test(message))?.message ?? "";
  tally.check(part, "a warning says that this job is not remembered", said !== "", annotations);
  const advice = /github\.com/.test(said) && /`baseline: branch`/.test(said) && /path/.test(said);
  tally.check(part, "and why, and what to do instead", advice, annotations);
}

export async function branchRemembers(stage: Stage, gate: string): Promise<void> {
  const { tally, github } = stage;
  const main = await pushToMain(stage, 2, { [gateFile]: onBranch(gate) });
  const kept = [...github.branches.keys()].includes("latency-gate-data");
  tally.check(part, "with baseline: branch main is remembered", main.code === 0 && kept, main.log);
  const change = await propose(stage, branch, { text: "no slower" });
  const { code, summary, outputs, log } = await playChange(stage, change, { id: 401 });
  tally.check(part, "a pull request is green", code === 0, log);
  const held = /exact parent/.test(summary) && outputs["baseline-sha"] === change.baseSha;
  tally.check(part, "it is held against the exact parent", held, [outputs, log]);
  checkComment(stage, part, 9, /latency-gate/);
}
