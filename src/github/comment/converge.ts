// Converging: look, write, look again, until exactly one comment is there and it holds our section.
import type { Clock } from "../../clock.ts";
import { fromSeconds, type Micros, micros, toSeconds } from "../../time.ts";
import type { Comment, Comments } from "./comments.ts";
import { type Known, type Own, type Plan, planFrom } from "./plan.ts";
import { waitAfter } from "./waits.ts";

export interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told before a long wait. */
  readonly onWait?: ((seconds: number, error: unknown) => void) | undefined;
}

export interface Converged {
  readonly url: string | undefined;
  /** A newer run has spoken. */
  readonly superseded: boolean;
  /** Why it was given up; the comment may be there all the same. */
  readonly error?: unknown;
}

/** All of it together; a secondary rate limit alone asks for a minute. */
const longest = fromSeconds(180);
const mostRounds = 40;
/**
 * GitHub has no compare-and-set: whoever listed the comments before our write may overwrite it. All of us write at once
 * after listing, so after this pause, longer than both calls take, such a write is seen and mended.
 */
const settling = fromSeconds(1.5);
const longWait = fromSeconds(5);

class Progress {
  written = false;
  failures = 0;
  trouble: unknown = new Error("other jobs kept changing the comment");
  url: string | undefined;
  slowdown: Known["slowdown"];
  readonly gone = new Set<number>();
  /** Created, and perhaps not listed yet: GitHub's lists may lag behind. */
  awaited: number | undefined;

  wrote(comment: Comment): void {
    this.written = true;
    this.url = comment.url;
  }
}

/** Another one for each writer and round, so that two do not keep step. */
function stagger(own: Own, round: number): Micros {
  const seed = [...`${own.name}/${own.run.id}/${round}`].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973,
    7,
  );
  return micros((settling * seed) / 9_973);
}

type Write = Extract<Plan, { kind: "write" }>;

async function write(plan: Write, comments: Comments, progress: Progress): Promise<void> {
  const { keeper, body, surplus } = plan;
  if (keeper === undefined) {
    const created = await comments.create(body);
    progress.awaited = created.id;
    progress.wrote(created);
  } else {
    const updated = await comments.update(keeper.id, body);
    if (updated === undefined) {
      progress.gone.add(keeper.id);
      return;
    }
    progress.wrote(updated);
  }
  for (const { id } of surplus) await comments.remove(id);
}

/** A comment that we created and that no list shows is waited for once, lest it be created twice. */
function isLate(listed: readonly Comment[], progress: Progress): boolean {
  const { awaited } = progress;
  progress.awaited = undefined;
  return awaited !== undefined && !listed.some(({ id }) => id === awaited);
}

/** One look and, if need be, one write; undefined: look again. */
async function round(
  own: Own,
  comments: Comments,
  progress: Progress,
): Promise<Extract<Plan, { kind: "done" }> | undefined> {
  const listed = await comments.mine();
  if (isLate(listed, progress)) return undefined;
  const plan = planFrom(listed, own, progress);
  if (plan.kind === "done") return plan;
  progress.slowdown = plan.slowdown;
  await write(plan, comments, progress);
  return undefined;
}

/** Done, or how long to pause before the next look; neither: given up. */
interface Step {
  readonly done?: Extract<Plan, { kind: "done" }> | undefined;
  readonly pause?: Micros | undefined;
}

async function step(own: Own, comments: Comments, progress: Progress): Promise<Step> {
  try {
    const done = await round(own, comments, progress);
    progress.failures = 0;
    // A comment that went away before our first write leaves nothing to wait for.
    return done ? { done } : { pause: progress.written ? settling : micros(0) };
  } catch (error) {
    progress.trouble = error;
    progress.failures += 1;
    return { pause: waitAfter(error, progress.failures) };
  }
}

/** Never rejects. At most three calls where nothing is amiss: list, write, list. */
export async function converge(
  own: Own,
  comments: Comments,
  { clock, signal, onWait }: Patience,
): Promise<Converged> {
  const deadline = micros(clock.now() + longest);
  const progress = new Progress();
  for (let count = 1; count <= mostRounds && !signal.aborted; count += 1) {
    const { done, pause } = await step(own, comments, progress);
    if (done) return done;
    const until = micros(clock.now() + (pause ?? longest) + stagger(own, count));
    if (pause === undefined || until > deadline) break;
    if (pause >= longWait) onWait?.(toSeconds(pause), progress.trouble);
    await clock.sleepUntil(until, signal);
  }
  const { url, trouble } = progress;
  return { url, superseded: false, error: signal.aborted ? new Error("cancelled") : trouble };
}
