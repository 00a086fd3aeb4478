// What a lookup of the baseline comes to, in words and as a warning.
import { expect, test } from "vitest";
import { emptyDocument } from "../src/baseline/document.ts";
import type { BaselineRead } from "../src/baseline/store.ts";
import { absenceOf, warningsOf } from "../src/references.ts";
import { warning } from "../src/warning.ts";

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
