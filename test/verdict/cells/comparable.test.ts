// What keeps cells from being compared: token counts, answer lengths, caches.
import { expect, test } from "vitest";
import { cells } from "../../../src/metrics/catalog.ts";
import type { Observation } from "../../../src/metrics/observation.ts";
import { objections } from "../../../src/verdict/cells/comparable.ts";
import { aHistoryRecord } from "../../support/builders.ts";

const ids = ["ttft.p50", "tpot.p50", "e2e.p95", "generation_rate.p50", "output_throughput"];

function check(after: Partial<Observation>, before: Partial<Observation>[] = [{}]): string[] {
  const epoch = before.map(
    (one) => ({ ...aHistoryRecord(), ...one }) as ReturnType<typeof aHistoryRecord>,
  );
  const objection = objections({ ...aHistoryRecord(), ...after }, epoch);
  return ids.filter((id) => objection(cells.get(id)!) !== undefined);
}

test.each<[string, Partial<Observation>, string[]]>([
  ["alike", {}, []],
  ["2 % longer", { outTokMean: 128 * 1.02 }, []],
  ["over 2 % longer", { outTokMean: 128 * 1.021 }, ["e2e.p95", "output_throughput"]],
  ["over 2 % shorter", { outTokMean: 128 * 0.979 }, ["e2e.p95", "output_throughput"]],
  ["of unknown length", { outTokMean: null }, []],
])("answers %s", (_, after, expected) => {
  expect(check(after)).toEqual(expected);
});

test("the length of the whole epoch is the measure", () => {
  expect(check({ outTokMean: 102 }, [{ outTokMean: 99 }, { outTokMean: 101 }])).toEqual([]);
});

test.each<[string, number | null | undefined, number | null | undefined, string[]]>([
  ["moved by 5 points", 0.1, 0.15, []],
  ["moved by more", 0.1, 0.151, ["ttft.p50", "e2e.p95", "output_throughput"]],
  ["known here only", null, 0.2, ["ttft.p50", "e2e.p95", "output_throughput"]],
  ["known on main only", 0.2, null, ["ttft.p50", "e2e.p95", "output_throughput"]],
  ["known here only, and small", undefined, 0.04, []],
])("a cached share %s", (_, before, after, expected) => {
  expect(check({ cachedShare: after }, [{ cachedShare: before }])).toEqual(expected);
});

test("tokens counted in another way leave nothing to compare", () => {
  expect(check({ tokenSource: "estimate" }, [{ tokenSource: "usage" }])).toEqual(ids);
  expect(check({ tokenSource: "usage" }, [{ tokenSource: "usage" }])).toEqual([]);
  expect(check({ tokenSource: "usage" })).toEqual([]);
});
