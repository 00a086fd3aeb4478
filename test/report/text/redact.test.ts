import { describe, expect, test } from "vitest";
import { plainMarkdown } from "../../../src/report/text/escape.ts";
import { redactAll, redactor, secretForms } from "../../../src/report/text/redact.ts";

const secret = "sk-test_1234567890/abc+=";
const redact = redactor([secret]);

describe("a secret", () => {
  test.each(secretForms(secret))("is gone when spelled %j", (form) => {
    expect(redact(`before ${form} after`)).toBe("before *** after");
  });

  test("is gone from a header that was echoed", () =>
    expect(redact(`Authorization: Bearer ${secret}`)).toBe("Authorization: Bearer ***"));

  test("is gone from a sentence that was escaped for markdown", () =>
    expect(redact(plainMarkdown(`key ${secret} refused`))).toBe("key *** refused"));

  test("is gone from every string of a value, numbers and nulls stay", () => {
    expect(redactAll({ a: [secret, 1, null], b: { c: `x${secret}`, d: true } }, redact)).toEqual({
      a: ["***", 1, null],
      b: { c: "x***", d: true },
    });
  });
});

test("somebody else's bearer token is gone too", () =>
  expect(redactor([])("Bearer eyJhbGciOi.abc.def said no")).toBe("Bearer *** said no"));

test("words about bearers stay", () =>
  expect(redactor([])("a bearer of news")).toBe("a bearer of news"));

test("placeholders of local servers spoil no sentence", () =>
  expect(redactor(["none", "", "EMPTY"])("none of 300")).toBe("none of 300"));

test("the longer of two secrets is replaced whole", () =>
  expect(redactor(["abcdefgh", "abcdefgh-more"])("abcdefgh-more abcdefgh")).toBe("*** ***"));
