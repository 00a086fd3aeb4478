import { describe, expect, test } from "vitest";
import { isRateLimit, waitAfter } from "../../../src/github/comment/waits.ts";

const secondary =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

function failure(status: number | undefined, message: string, headers: object = {}): Error {
  const told = status === undefined ? {} : { status, response: { headers } };
  return Object.assign(new Error(message), told);
}

describe("how long to wait", () => {
  const check = (error: unknown, failures: number, seconds: number | undefined) => {
    const wait = waitAfter(error, failures);
    expect(wait === undefined ? undefined : wait / 1_000_000).toBe(seconds);
  };
  test("a minute for a secondary limit without a time", () =>
    check(failure(403, secondary), 1, 60));
  test("as long as retry-after says", () => check(failure(429, "", { "retry-after": "7" }), 1, 7));
  test("until the limit is reset, by GitHub's clock", () => {
    const date = "Tue, 01 Dec 2026 00:00:00 GMT";
    const reset = String(Date.parse(date) / 1_000 + 42);
    const headers = { date, "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    check(failure(403, "API rate limit exceeded", headers), 1, 42);
  });
  test("a second at least", () => check(failure(429, "", { "retry-after": "0" }), 1, 1));
  test("1, 2, 4, 8, 16 s for their own trouble, then no more", () => {
    for (const [at, seconds] of [1, 2, 4, 8, 16, undefined].entries())
      check(failure(502, "Bad Gateway"), at + 1, seconds);
  });
  test("the same where nobody answered", () => check(failure(undefined, "ECONNRESET"), 2, 2));
  test.each([400, 401, 403, 404, 410, 422])("not at all for a %i", (status) =>
    check(failure(status, "Resource not accessible by integration"), 1, undefined),
  );
});

test("a 403 is a limit only where it says so", () => {
  expect(isRateLimit(failure(403, secondary))).toBe(true);
  expect(isRateLimit(failure(403, "Forbidden", { "x-ratelimit-remaining": "0" }))).toBe(true);
  expect(isRateLimit(failure(403, "Resource not accessible by integration"))).toBe(false);
  expect(isRateLimit(failure(500, secondary))).toBe(false);
  expect(isRateLimit("secondary rate limit")).toBe(false);
});
