import { expect, it } from "vitest";
import { Arrivals } from "../../../src/dialect/framing/arrivals.ts";
import { countOf, parseJson, wholeJson } from "../../../src/dialect/framing/json.ts";
import { micros } from "../../../src/time.ts";
import { readAt, transcriptOf } from "../wire.ts";

function whole(...chunks: string[]): unknown {
  const { body, reads } = transcriptOf(chunks);
  const found = wholeJson(body, new Arrivals(reads, micros(-1)));
  return found && [found.value, readAt(found.at)];
}

it("stamps a document with the read that brought its last byte, white space apart", () => {
  expect(whole(" ", "\n", '{"a"', ":1}", "\r\n ", "\n")).toEqual([{ a: 1 }, 3]);
  expect(whole('\uFEFF{"a":1}')).toEqual([{ a: 1 }, 0]);
});

it("gives nothing for anything but one document", () => {
  expect(whole('{"a":1')).toBeUndefined();
  expect(whole('{"a":1}\n\ndata: [DONE]\n\n')).toBeUndefined();
  expect(whole("")).toBeUndefined();
});

it("tells null from what is no JSON", () => {
  expect(parseJson("null")).toBeNull();
  expect(parseJson("nul")).toBeUndefined();
});

it("takes only whole numbers that are not negative for counts", () => {
  expect([0, 12, -1, 1.5, "3", null, 1e300].map(countOf)).toEqual([0, 12, ...Array(5)]);
});
