import { describe, expect, test } from "vitest";
import { isNewer } from "../../../src/github/comment/run-number.ts";
import {
  markOf,
  rankOf,
  type SectionState,
  slowdownAfter,
  stateFrom,
} from "../../../src/github/comment/state.ts";

const state: SectionState = {
  name: "chat",
  run: { id: 12345, attempt: 2 },
  sha: "abc123",
  verdict: "passed",
};
const slowed = [
  { workload: "chat-short", cell: "ttft.p95", change: 0.312 },
  { workload: "chat-short", cell: "error_rate" },
] as const;

describe("a section's mark", () => {
  test("says name, run, attempt, commit and verdict", () => {
    expect(markOf(state)).toBe(
      "<!-- latency-gate:section chat run=12345.2 sha=abc123 verdict=passed -->",
    );
  });

  test("remembers what had been slower, at which commit, and since which it is not", () => {
    const slowdown = { slowed, at: "aaa", healedAt: "bbb" };
    expect(markOf({ ...state, slowdown })).toBe(
      "<!-- latency-gate:section chat run=12345.2 sha=abc123 verdict=passed slower=chat-short/ttft.p95:312,chat-short/error_rate at=aaa healed=bbb -->",
    );
    expect(stateFrom(markOf({ ...state, slowdown }))).toEqual({ ...state, slowdown });
  });

  test.each(["x --> </details><!--", "a\nb", "run=9.9 sha=", "--", "名前", "a/b:c,d", "\ud800"])(
    "of the name %j is one HTML comment that says nothing else",
    (name) => {
      const slowdown = { slowed: [{ ...slowed[0], workload: name }], at: "a --> b" };
      const mark = markOf({ ...state, name, sha: "a --> b", slowdown });
      expect(mark).toMatch(/^<!-- [^\n<>]* -->$/);
      expect(mark.slice(4, -3)).not.toContain("--");
      const read = stateFrom(mark);
      expect(read?.name).toBe(name.toWellFormed());
      expect(read?.run).toEqual(state.run);
      expect(read?.slowdown?.slowed[0]?.workload).toBe(name.toWellFormed());
    },
  );

  test.each([
    "",
    "text",
    "<!-- latency-gate:section -->",
    "<!-- latency-gate:section chat run=1 sha=a verdict=passed -->",
    "<!-- latency-gate:section chat run=1.1 sha=a verdict=great -->",
    "<!-- latency-gate:section %E0%A4%A run=1.1 sha=a verdict=passed -->",
    " <!-- latency-gate:section chat run=1.1 sha=a verdict=passed -->",
    "<!-- latency-gate:section chat run=1.1 sha=a verdict=passed --> more",
  ])("is not read from %j", (line) => expect(stateFrom(line)).toBeUndefined());

  test("loses a slowdown that cannot be read, not itself", () => {
    const mark = markOf(state).replace(" -->", " slower=x/none.p95:1,y at=a -->");
    expect(stateFrom(mark)).toEqual(state);
  });
});

describe("a slowdown", () => {
  const before = { slowed, at: "aaa" };
  const check = (
    verdict: SectionState["verdict"],
    from: Parameters<typeof slowdownAfter>[1],
    expected: unknown,
  ) => {
    const now = verdict === "regressed" ? [slowed[0]] : [];
    expect(slowdownAfter({ verdict, sha: "ccc", slowed: now }, from)).toEqual(expected);
  };
  test("begins with a red verdict", () =>
    check("regressed", undefined, { slowed: [slowed[0]], at: "ccc" }));
  test("is over with the first green one", () =>
    check("passed", before, { ...before, healedAt: "ccc" }));
  test("keeps the commit that ended it", () =>
    check("passed", { ...before, healedAt: "bbb" }, { ...before, healedAt: "bbb" }));
  test("comes back as a new one", () =>
    check("regressed", { ...before, healedAt: "bbb" }, { slowed: [slowed[0]], at: "ccc" }));
  test.each(["inconclusive", "no-baseline", "invalid", "skipped"] as const)(
    "is neither over nor forgotten after %s",
    (verdict) => check(verdict, before, before),
  );
  test("is none where nothing was slower", () => check("passed", undefined, undefined));
});

test("red verdicts rank above not sure, that above green", () => {
  const ranks = (["regressed", "invalid", "inconclusive", "passed", "accepted"] as const).map(
    (verdict) => rankOf({ verdict }),
  );
  expect(ranks).toEqual([2, 2, 1, 0, 0]);
});

describe("newer", () => {
  const check = (a: [number, number], b: [number, number], expected: boolean) =>
    expect(isNewer({ id: a[0], attempt: a[1] }, { id: b[0], attempt: b[1] })).toBe(expected);
  test("is a higher run, then a higher attempt", () => {
    check([2, 1], [1, 9], true);
    check([1, 2], [1, 1], true);
    check([1, 1], [1, 1], false);
    check([1, 9], [2, 1], false);
    check([10, 1], [9, 1], true);
  });
});
