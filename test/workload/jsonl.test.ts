// JSONL files of prompts: four forms of a line, and every problem named at once.
import { expect, test } from "vitest";
import { parsePrompts } from "../../src/workload/jsonl.ts";

const user = { role: "user", content: "Hello" };
const messages = { kind: "messages", messages: [user] };

function digestOf(text: string): string {
  const parsed = parsePrompts(text);
  return parsed.ok ? parsed.digest : "refused";
}

test.each([
  ["a string", '"Hello"', { kind: "text", text: "Hello" }],
  ["a prompt", '{"prompt": "Hello"}', { kind: "text", text: "Hello" }],
  ["messages", JSON.stringify({ messages: [user] }), messages],
  ["a bare list of messages", JSON.stringify([user]), messages],
])("reads %s", (_form, line, prompt) => {
  expect(parsePrompts(line)).toMatchObject({ ok: true, prompts: [prompt] });
});

test("keeps what it does not know of a message", () => {
  const message = { role: "user", content: [{ type: "image_url" }], cache_control: { a: null } };
  expect(parsePrompts(JSON.stringify([message]))).toMatchObject({
    prompts: [{ kind: "messages", messages: [message] }],
  });
});

test("skips blank lines, a byte order mark and any kind of line end", () => {
  expect(parsePrompts('\uFEFF"a"\r\n\r\n  \n"b"\r"c"\n')).toMatchObject({
    prompts: ["a", "b", "c"].map((text) => ({ kind: "text", text })),
  });
});

test("line separators inside a string do not end a line", () => {
  expect(parsePrompts('"a\u2028b"')).toMatchObject({ prompts: [{ text: "a\u2028b" }] });
});

test("the digest follows the content, not the form", () => {
  const digest = digestOf('"a"\n{"messages":[{"role":"user","content":"b"}]}');
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf('\n{"prompt":"a"}\n[{"content":"b","role":"user"}]\n')).toBe(digest);
  expect(digestOf('[{"content":"b","role":"user"}]\n"a"')).not.toBe(digest);
});

const forms = 'a JSON string, {"prompt": "…"}, {"messages": […]} or a list of messages';

test.each([
  ["half a line", '{"prompt": "a', `valid JSON: ${forms}`],
  ["a number", "42", forms],
  ["null", "null", forms],
  ["an unknown key", '{"prompt": "a", "max_tokens": 5}', `${forms}, without other keys`],
  ["both keys", '{"prompt": "a", "messages": []}', `${forms}, without other keys`],
  ["no key", "{}", `${forms}, without other keys`],
  ["a prompt that is no text", '{"prompt": 1}', `${forms}, without other keys`],
  ["an empty prompt", '" "', "a prompt that is not empty"],
  ["no messages", "[]", "at least one message with content by user, system or developer"],
  [
    "only the model's messages",
    '[{"role":"assistant","content":"x"}]',
    "at least one message with content by user, system or developer",
  ],
  [
    "a message without a role",
    '[{"role":"user","content":"x"},{"content":"y"}]',
    'messages that are objects with a text "role" (message 2 is not)',
  ],
])("refuses %s", (_what, line, legal) => {
  expect(parsePrompts(line, "p.jsonl")).toEqual({
    ok: false,
    problems: [{ input: "p.jsonl, line 1", value: line, legal }],
  });
});

test("tells every problem with its line", () => {
  const parsed = parsePrompts('"a"\n\n1\n"b"\n2\n');
  expect(parsed.ok ? [] : parsed.problems.map(({ input, value }) => [input, value])).toEqual([
    ["prompts, line 3", "1"],
    ["prompts, line 5", "2"],
  ]);
});

test("shows the start of a long line, and 20 of many problems", () => {
  const parsed = parsePrompts(`{${"x".repeat(500)}\n`.repeat(50));
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems[0]?.value).toBe(`{${"x".repeat(79)}…`);
  expect(problems).toHaveLength(21);
  expect(problems[20]?.value).toBe("30 more lines of that kind");
});

test.each(["", "\n \n"])("refuses a file without a line (%j)", (text) => {
  const parsed = parsePrompts(text);
  expect(parsed.ok ? undefined : parsed.problems[0]?.value).toBe("no lines");
});
