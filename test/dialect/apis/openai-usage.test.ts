import { expect, it } from "vitest";
import { type Chunk, chunk, counts, delta, done, event, said, stop, told, usage } from "../wire.ts";

/** Chunks after a first one with output, input and output tokens, reasoning and cached tokens. */
type Row = [fact: string, chunks: Chunk[], usage: unknown[] | undefined, details?: number[]];

const stopWith = (beside: object) => chunk({ delta: {}, finish_reason: "stop" }, beside);
const thought = { completion_tokens_details: { reasoning_tokens: 10 } };
const cached = { prompt_tokens_details: { cached_tokens: 4 } };
const half = { usage: { prompt_tokens: 9, completion_tokens: null, total_tokens: 12 } };

const rows: Row[] = [
  ["usage comes after the finish reason", [stop, usage(9, 3)], [9, 3]],
  [
    "usage is the last of many, not their sum",
    [delta({}, counts(9, 2)), stopWith(counts(9, 3))],
    [9, 3],
  ],
  [
    "usage survives later chunks without it",
    [stopWith(counts(9, 3)), event({ choices: [], usage: null })],
    [9, 3],
  ],
  ["usage stands beside an all-null delta", [stop, delta({ content: null }, counts(9, 3))], [9, 3]],
  ["Groq's usage is not added", [stopWith({ x_groq: counts(9, 3) }), usage(9, 3)], [9, 3]],
  ["Groq's usage counts alone", [stopWith({ x_groq: counts(9, 3) })], [9, 3]],
  ["usage may sit inside the choice", [chunk({ finish_reason: "stop", ...counts(9, 3) })], [9, 3]],
  [
    "reasoning is part of the output",
    [stop, usage(9, 12, { ...thought, ...cached })],
    [9, 12],
    [10, 4],
  ],
  // 21 = 9 + 2 + 10: this server's own total shows that the 10 are not among the 2.
  [
    "reasoning is added where the total shows it missing",
    [stop, usage(9, 2, { ...thought, total_tokens: 21 })],
    [9, 12],
    [10],
  ],
  ["usage of zeros only is none", [stop, usage(9, 3), usage(0, 0)], [9, 3]],
  ["a missing count stays unknown", [stop, event({ choices: [], ...half })], [9, undefined]],
  ["counts are not made from timings", [stopWith({ timings: { predicted_n: 3 } })], undefined],
  ["counts are not made from events", [said(""), stop], undefined],
];

it.each(rows)("%s", (_fact, chunks, expected, details) => {
  const answer = told([said("A"), ...chunks, done]);
  expect([answer["usage"], answer["details"]]).toEqual([expected, details]);
  expect(answer).toMatchObject({ output: [0], finish: "stop", end: chunks.length + 1 });
});
