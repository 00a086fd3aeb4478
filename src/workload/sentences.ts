// English-like sentences of an exact number of tokens: every slot of a template is one token.
import type { Random } from "../stats/random.ts";
import { pick } from "./random-stream.ts";
import { openers, vocabulary } from "./words.ts";

type Words = readonly string[];

const spaced = (words: Words): Words => words.map((word) => ` ${word}`);

/** What each letter of a template stands for: its words, as they are written in a text. */
const slots: ReadonlyMap<string, Words> = new Map([
  ["D", spaced(openers.determiner)],
  ["O", spaced(openers.adverb)],
  ["d", spaced(vocabulary.determiner)],
  ["a", spaced(vocabulary.adjective)],
  ["n", spaced(vocabulary.person)],
  ["r", spaced(vocabulary.adverb)],
  ["v", spaced(vocabulary.verb)],
  ["t", spaced(vocabulary.thing)],
  ["p", spaced(vocabulary.preposition)],
  ["l", spaced(vocabulary.place)],
  ["c", spaced(vocabulary.conjunction)],
  [",", [","]],
  [".", ["."]],
]);

/** "The teacher near the old station quietly described the map." is Dnpdalrvdt. */
const grammar: readonly Words[] = [
  ["D", "O,d"],
  ["n", "an", "npdl", "anpdl"],
  ["v", "rv"],
  ["dt", "dat"],
  ["", "pdl", "pdal"],
  ["", ",cdnvdt", ",cdanvdt", ",cdanrvdat"],
  ["."],
];

const templates = Map.groupBy(
  grammar.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), [""]),
  (template) => template.length,
);

/** Templates exist for every length between these two, both included; longer ones would tire a reader. */
export const sentenceTokens = { minimum: 6, maximum: 20 };

/** One sentence, a leading space included, of exactly `tokens` tokens, within `sentenceTokens`. */
export function sentenceOf(tokens: number, random: Random): string {
  let text = "";
  for (const slot of pick(templates.get(tokens) ?? [], random)) {
    text += pick(slots.get(slot) ?? [], random);
  }
  return text;
}
