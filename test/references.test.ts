// What a lookup of the baseline comes to, in words and as a warning.
import { describe, expect, test } from "vitest";
import { emptyDocument } from "../src/baseline/document.ts";
import type { BaselineDocument } from "../src/baseline/history.ts";
import type { BaselineRead } from "../src/baseline/store.ts";
import { parseJudgeConfig } from "../src/config/parse.ts";
import { absenceOf, asideWarnings, referencesFrom, warningsOf } from "../src/references.ts";
import { warning } from "../src/warning.ts";
import { documentOf, mainRun, shaOf } from "./support/fake-github/main-history.ts";

const source = "the artifacts of perf.yml on main";
const skipped = warning(
  "baseline-skipped",
  "The artifact a of run 1 is not used: its digest is wrong.",
);

test.each<[BaselineRead, string | undefined, string[]]>([
  [{ kind: "found", source, document: emptyDocument }, undefined, []],
  [
    { kind: "found", source, document: emptyDocument, warnings: [skipped] },
    undefined,
    ["baseline-skipped"],
  ],
  [{ kind: "absent", source }, `nothing is recorded yet at ${source}`, []],
  [
    { kind: "absent", source, why: "none of its finished runs recorded one" },
    `there is no baseline at ${source}: none of its finished runs recorded one`,
    [],
  ],
  [
    { kind: "absent", source, why: "it has expired", lost: true },
    `there is no baseline at ${source}: it has expired`,
    ["baseline-lost"],
  ],
  [
    { kind: "unreadable", source, why: "HTTP 500" },
    `the baseline at ${source} cannot be read: HTTP 500`,
    ["baseline-unreadable"],
  ],
])("%o", (read, absence, codes) => {
  expect(absenceOf(read)).toBe(absence);
  expect(warningsOf(read).map(({ code }) => code)).toEqual(codes);
});

describe("a change onto a branch that is not main", () => {
  const run = mainRun(9);
  const document = documentOf(mainRun(1), mainRun(2), mainRun(3));
  const read: BaselineRead = { kind: "found", source, document };
  const config = parseJudgeConfig({ read: () => undefined, file: () => undefined });
  const now = new Date("2026-12-01T12:00:00Z");
  const commit = { base: "5".repeat(40), ancestors: [shaOf(2), shaOf(1)], aside: "lower" };

  test("is compared with main where that branch left it, approximately, and says so", () => {
    const references = referencesFrom({ read, run, config, commit, now });
    const [reference] = [...references.values()];
    expect(reference).toMatchObject({ match: "approximate", distance: undefined });
    expect(reference?.history.map(({ sha }) => sha)).toEqual([shaOf(1), shaOf(2)]);
    expect(asideWarnings(references, commit).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /goes to the branch lower, of which nothing is recorded: it is compared/,
      ),
    ]);
  });

  test("says so too where main remembers nothing", () => {
    const [told] = asideWarnings(new Map(), commit);
    expect(told?.message).toMatch(/there is nothing to compare with/);
  });

  test("one onto main has nothing to say", () => {
    expect(asideWarnings(new Map(), { base: shaOf(3) })).toEqual([]);
  });
});

test("a workload of which main remembers duets alone is not one that was changed", () => {
  const config = parseJudgeConfig({ read: () => undefined, file: () => undefined });
  const { workloads, ...document } = documentOf(mainRun(1));
  const alone: BaselineDocument = {
    ...document,
    workloads: Object.fromEntries(
      Object.entries(workloads).map(([name, known]) => [name, { ...known, history: [] }]),
    ),
  };
  const read: BaselineRead = { kind: "found", source, document: alone };
  const now = new Date("2026-12-01T12:00:00Z");
  expect(referencesFrom({ read, run: mainRun(9), config, commit: {}, now })).toEqual(new Map());
});
