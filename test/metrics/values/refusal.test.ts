// Which failures are refusals for load.
import { expect, test } from "vitest";
import type { FailureKind } from "../../../src/metrics/record.ts";
import { isRefusal } from "../../../src/metrics/values/refusal.ts";

// What APIs send when they are overloaded: 429 and 503 (`rejected`), 529, or an error inside a 200.
test.each<[FailureKind, number, string, boolean]>([
  ["rejected", 429, "HTTP 429: slow down", true],
  ["rejected", 503, "HTTP 503", true],
  ["http_status", 529, "HTTP 529", true],
  ["http_status", 500, "HTTP 500: the model is overloaded", true],
  ["http_status", 500, "HTTP 500: internal error", false],
  ["in_stream_error", 200, "Overloaded", true],
  ["in_stream_error", 200, "overloaded_error", true],
  ["in_stream_error", 200, "CUDA error", false],
  ["bad_response", 200, "the text does not match /overloaded/", false],
  ["timeout", 529, "timed out before any answer", false],
])("%s, status %d, %s: %s", (failure, status, detail, refusal) => {
  expect(isRefusal({ failure, status, detail })).toBe(refusal);
});
