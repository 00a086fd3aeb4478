// Main: every push is measured, and its record travels on from one job's artifact to the next.
import { artifactsOf, checkDeciding, pushToMain, type Stage } from "./scene.ts";

/** One more than `min-history` wants: so many that the last reads as many documents as any will. */
export const jobs = 6;
const part = "main";

async function recordOne(stage: Stage, n: number): Promise<void> {
  const { tally } = stage;
  const played = await pushToMain(stage, n);
  const { code, verdict, log } = played;
  tally.check(part, `push ${n} is green`, code === 0, log);
  if (n === 1) tally.check(part, "the first has no baseline", verdict === "no-baseline", log);
  const names = artifactsOf(stage, 100 + n);
  const one = names.length === 1 && /^latency-gate-baseline-default-a\d$/.test(names[0] ?? "");
  tally.check(part, `push ${n} left one artifact, its record`, one, [names, log]);
  if (n === jobs) checkDeciding(stage, part, played);
}

export async function mainRecords(stage: Stage): Promise<void> {
  const { github, tally } = stage;
  for (let n = 1; n <= jobs; n += 1) await recordOne(stage, n);
  tally.check(part, "nothing was commented", github.comments.length === 0, github.comments);
}
