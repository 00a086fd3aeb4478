// Nonces differ for every request, measurement, side and run, and touch nothing but the start of a prompt.
import { expect, test } from "vitest";
import { noncesFrom, takesNonce, withNonce } from "../../src/workload/nonce.ts";
import type { Message, Prompt } from "../../src/workload/workload.ts";

const scope = { run: "a fixed text", measurement: "first", side: "candidate" };
const ids = Array.from({ length: 5_000 }, (_, id) => id);

test("the nonces of 5,000 requests in eight scopes are all different", () => {
  const nonces = ["first", "confirmation"].flatMap((measurement) =>
    ["candidate", "baseline"].flatMap((side) =>
      (["warm-up", "measure"] as const).flatMap((phase) =>
        ids.map(noncesFrom({ ...scope, measurement, side }, phase)),
      ),
    ),
  );
  expect(new Set(nonces).size).toBe(40_000);
});

test("another run has other nonces", () => {
  const own = new Set(ids.map(noncesFrom(scope, "measure")));
  const others = ids.map(noncesFrom({ ...scope, run: "another" }, "measure"));
  expect(others.filter((nonce) => own.has(nonce))).toEqual([]);
});

test("fields of a scope do not run into each other", () => {
  const [one, other] = [
    noncesFrom({ run: "ab", measurement: "c", side: "s" }, "measure"),
    noncesFrom({ run: "a", measurement: "bc", side: "s" }, "measure"),
  ];
  expect(one(0)).not.toBe(other(0));
});

test("256 neighbours differ in their first word", () => {
  const firsts = ids.slice(0, 256).map((id) => noncesFrom(scope, "measure")(id).split(" ")[0]);
  expect(new Set(firsts).size).toBe(256);
});

test("a nonce is the same whenever it is asked for, and on any machine", () => {
  const nonceOf = noncesFrom(scope, "measure");
  nonceOf(3);
  expect(nonceOf(17)).toBe("Area moon port four star master second forest.");
});

const nonce = "Area moon.";
const image = { type: "image_url", image_url: { url: "data:," } };
const user: Message = { role: "user", content: "Hello", name: "kim" };

const opened: readonly [string, readonly Message[], readonly Message[]][] = [
  ["text of a user", [user], [{ ...user, content: "Area moon. Hello" }]],
  [
    "the first of system and user",
    [{ role: "system", content: "Be kind." }, user],
    [{ role: "system", content: "Area moon. Be kind." }, user],
  ],
  [
    "the first message that is not the model's",
    [{ role: "assistant", content: "Hi" }, user],
    [
      { role: "assistant", content: "Hi" },
      { ...user, content: "Area moon. Hello" },
    ],
  ],
  [
    "the first text part",
    [
      {
        role: "user",
        content: [image, { type: "text", text: "What?" }, { type: "text", text: "!" }],
      },
    ],
    [
      {
        role: "user",
        content: [image, { type: "text", text: "Area moon. What?" }, { type: "text", text: "!" }],
      },
    ],
  ],
  [
    "a part of its own before images",
    [{ role: "user", content: [image] }],
    [{ role: "user", content: [{ type: "text", text: "Area moon." }, image] }],
  ],
  [
    "a message of its own where none takes it",
    [{ role: "assistant", content: null }],
    [
      { role: "user", content: "Area moon." },
      { role: "assistant", content: null },
    ],
  ],
];

test.each(opened)("a nonce goes into %s", (_place, messages, expected) => {
  const prompt: Prompt = { kind: "messages", messages };
  const before = structuredClone(prompt);
  expect(withNonce(prompt, nonce)).toEqual({ kind: "messages", messages: expected });
  expect(prompt).toEqual(before);
});

test("a message takes a nonce if it has content and is not the model's", () => {
  const messages = [
    user,
    { role: "developer", content: "Be brief." },
    { role: "user", content: null },
    { role: "tool", content: "42" },
  ];
  expect(messages.map(takesNonce)).toEqual([true, true, false, false]);
});
