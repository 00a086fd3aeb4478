// Which part of e2e moved: the wait for the first token, the pace after it, or the tail.
import type { RunRecord, WorkloadRun } from "../metrics/run.ts";
import { mean } from "../stats/moments.ts";
import type { Explanation, Parts } from "./verdict.ts";

type PartName = Explanation["moved"];

const places: Readonly<Record<PartName, string>> = {
  waiting: "before the first token",
  pace: "in the pace after it",
  tail: "after the last token",
};
const names = ["waiting", "pace", "tail"] as const;

function partsOf({ outcome, ttftMs, lastOutputMs, e2eMs }: RunRecord): Parts | undefined {
  if (outcome !== "completed" || ttftMs === null || lastOutputMs === null || e2eMs === null)
    return undefined;
  return { e2e: e2eMs, waiting: ttftMs, pace: lastOutputMs - ttftMs, tail: e2eMs - lastOutputMs };
}

function meanParts({ records }: WorkloadRun): Parts | undefined {
  const parts = records.flatMap((record) => partsOf(record) ?? []);
  if (parts.length === 0) return undefined;
  const of = (name: keyof Parts) => mean(parts.map((part) => part[name]));
  return { e2e: of("e2e"), waiting: of("waiting"), pace: of("pace"), tail: of("tail") };
}

/** Undefined where either side has no streamed, completed request: then e2e has no parts. */
export function explain(before: WorkloadRun, after: WorkloadRun): Explanation | undefined {
  const [was, is] = [meanParts(before), meanParts(after)];
  return was && is && explanationOf(was, is);
}

/** The same from the means alone. */
export function explanationOf(was: Parts, is: Parts): Explanation {
  const direction = is.e2e < was.e2e ? -1 : 1;
  const shift = (name: keyof Parts) => is[name] - was[name];
  const moved = names.reduce((most, name) =>
    direction * shift(name) > direction * shift(most) ? name : most,
  );
  const buffered = isBuffered({ before: was, after: is }) ? ` ${capital(bufferedWords)}.` : "";
  return { before: was, after: is, moved, sentence: `${sentenceOf(shift)}${buffered}` };
}

/** What the pace lost comes up again in the wait, and this share of the pace is left at most. */
const leftOfPace = 0.6;
const shareFoundAgain = 0.5;

const bufferedWords =
  "that is what it looks like when something before the model, such as a proxy, now holds the stream back and lets it go in a rush";

/**
 * A longer wait with a far quicker pace after it: no faster model, but output that is collected on its way. Seen as TTFT
 * 22 → 287 ms with gaps of 5.5 → 1.6 ms behind a web server that buffers.
 */
export function isBuffered({ before, after }: Pick<Explanation, "before" | "after">): boolean {
  const saved = before.pace - after.pace;
  const waited = after.waiting - before.waiting;
  return after.pace <= leftOfPace * before.pace && saved > 0 && waited >= shareFoundAgain * saved;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sentenceOf(shift: (name: keyof Parts) => number): string {
  const total = shift("e2e");
  if (milliseconds(Math.abs(total)) === "0 ms") return "Mean E2E stayed as it was.";
  const parts = names.map((name) => `${signed(shift(name))} ${places[name]}`);
  const verb = total > 0 ? "rose" : "fell";
  return `Mean E2E ${verb} by ${milliseconds(Math.abs(total))}: ${parts.join(", ")}.`;
}

function milliseconds(value: number): string {
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ms`;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${milliseconds(Math.abs(value))}`;
}
