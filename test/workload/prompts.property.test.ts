// Synthetic prompts have exactly the tokens asked for, whatever the length, the seed and the nonce.
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadTokenCounter } from "../../src/tokens.ts";
import { noncesFrom, nonceTokens } from "../../src/workload/nonce.ts";
import { minimumPromptTokens, syntheticPrompt } from "../../src/workload/prompts.ts";
import type { Phase } from "../../src/workload/workload.ts";

const counters = [await loadTokenCounter("o200k_base"), await loadTokenCounter("cl100k_base")];
const scope = { run: "a fixed text", measurement: "first", side: "candidate" };

const phases = fc.constantFrom<Phase>("warm-up", "measure");
const asked = fc.record({
  seed: fc.integer(),
  id: fc.nat(1_000_000),
  phase: phases,
  tokens: fc.integer({ min: minimumPromptTokens, max: 2_000 }),
});

function countsOf(text: string): readonly number[] {
  return counters.map((counter) => counter.count(text));
}

test("the length is exact in both vocabularies, with a nonce and without", () => {
  fc.assert(
    fc.property(asked, (prompt) => {
      const nonce = noncesFrom(scope, prompt.phase)(prompt.id);
      const lengths = [syntheticPrompt(prompt), syntheticPrompt({ ...prompt, nonce })].map(
        countsOf,
      );
      expect(lengths.flat()).toEqual(Array.from({ length: 4 }, () => prompt.tokens));
    }),
    { seed: 1, numRuns: 60 },
  );
});

test("each of the 200 shortest lengths is exact", () => {
  const lengths = Array.from({ length: 200 }, (_, index) => minimumPromptTokens + index);
  const wrong = lengths.filter((tokens) => {
    const text = syntheticPrompt({ seed: tokens, id: 0, phase: "measure", tokens });
    return countsOf(text).some((count) => count !== tokens);
  });
  expect(wrong).toEqual([]);
});

test("the text is one line of sentences that ends by asking for a long answer", () => {
  fc.assert(
    fc.property(asked, (prompt) => {
      const text = syntheticPrompt(prompt);
      expect(text).toMatch(/^([A-Z][a-z]*(,? [a-z]+)*\. ?)+$/);
      expect(text).toMatch(/[Ww]rite a (very )?long, detailed answer[a-z ]*\.$/);
    }),
    { seed: 2, numRuns: 60 },
  );
});

test("a nonce has its fixed length in both vocabularies", () => {
  fc.assert(
    fc.property(fc.string(), phases, fc.nat(), (run, phase, id) => {
      const nonce = noncesFrom({ ...scope, run }, phase)(id);
      expect(countsOf(nonce)).toEqual([nonceTokens, nonceTokens]);
      // Before a listed prompt: the text's own tokens are as they would be after any nonce.
      expect(countsOf(`${nonce} Tell me more.`)).toEqual([nonceTokens + 4, nonceTokens + 4]);
    }),
    { seed: 3, numRuns: 200 },
  );
});
