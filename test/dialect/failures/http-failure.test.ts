import { describe, expect, it } from "vitest";
import { retryAfterOf } from "../../../src/dialect/failures/http-failure.ts";
import { done, event, lost, said, timedOut, told } from "../wire.ts";

describe("the detail of a failure", () => {
  const html = "<html><head><title>502 Bad\nGateway</title></head></html>";
  const details: [chunks: string[], parts: object, detail: string][] = [
    [[event({ error: { message: "a\n  b", code: "overloaded" } })], {}, "a b (overloaded)"],
    [[said("A")], { ending: timedOut }, "timed out after 1 output pieces"],
    [[], { ending: timedOut }, "timed out before any output"],
    [[said("A")], { ending: lost }, "ECONNRESET after 1 output pieces"],
    [[html], {}, "neither JSON nor an event stream: 502 Bad Gateway"],
    [
      ['{"error":{"message":"Slow down","code":"rate_limit"}}'],
      { status: 429 },
      "HTTP 429: Slow down (rate_limit)",
    ],
    [['{"error":{"message":"Loading","code":503}}'], { status: 503 }, "HTTP 503: Loading"],
    [['{"error":"model \'x\' not found"}'], { status: 404 }, "HTTP 404: model 'x' not found"],
    [
      ['{"detail":[{"loc":["body"],"msg":"field required"}]}'],
      { status: 422 },
      "HTTP 422: field required",
    ],
    [['[{"error":{"message":"Bad key"}}]'], { status: 400 }, "HTTP 400: Bad key"],
    [['data: {"error":{"message":"too long"}}\n\n', done], { status: 400 }, "HTTP 400: too long"],
    [[html], { status: 502 }, "HTTP 502: 502 Bad Gateway"],
    [["no such route\n"], { status: 404 }, "HTTP 404: no such route"],
    [[], { status: 401 }, "HTTP 401"],
    [
      [],
      { status: 307, headers: { location: "https://x/login?state=s" } },
      "HTTP 307: a redirect, which is not followed: correct the base URL (to https://x/login)",
    ],
    [["x".repeat(9_999)], { status: 500 }, `HTTP 500: ${"x".repeat(299)}…`],
  ];
  it.each(details)("of %j %j is %s", (chunks, parts, detail) => {
    expect(told(chunks, parts)["detail"]).toBe(detail);
  });

  it("is one line however deep the server nests it", () => {
    const deep = `${'{"error":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    expect(told([deep])).toMatchObject({ failure: "in_stream_error" });
  });
});

it("calls 429 and 503 rejected and any other status no success", () => {
  const kinds = [429, 503, 400, 404, 500, 301].map((status) => told([], { status })["failure"]);
  const other = "http_status";
  expect(kinds).toEqual(["rejected", "rejected", other, other, other, other]);
});

describe("the patience that a server asks for", () => {
  const date = "Wed, 21 Oct 2015 07:28:00 GMT";
  const later = "Wed, 21 Oct 2015 07:28:30 GMT";
  const rows: [value: string, headers: Record<string, string>, seconds: number | undefined][] = [
    ["in seconds", { "retry-after": "2" }, 2],
    ["in fractions of seconds", { "retry-after": " 1.5 " }, 1.5],
    ["as a date, counted from the answer's own", { "retry-after": later, date }, 30],
    ["as a date in the past", { "retry-after": date, date: later }, 0],
    ["as a date that nothing is compared with", { "retry-after": date }, undefined],
    ["as a negative number", { "retry-after": "-5", date }, undefined],
    ["in words", { "retry-after": "soon" }, undefined],
    ["nowhere", {}, undefined],
  ];
  it.each(rows)("%s", (_value, headers, seconds) => {
    expect(retryAfterOf(headers)).toBe(seconds);
  });
});
