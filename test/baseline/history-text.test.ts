// Past jobs read from a document or from lines, and what is said of those that cannot be read.
import { expect, test } from "vitest";
import { formatStored } from "../../src/baseline/codec.ts";
import { emptyDocument, withJob } from "../../src/baseline/document.ts";
import { readHistoryText } from "../../src/baseline/history-text.ts";
import { aHistoryRecord, aRun, aWorkloadRun } from "../support/builders.ts";

const full = aHistoryRecord({ "ttft.p95": 412 }, { sha: "abc" });
/** Only what a record cannot do without. */
const least = {
  v: 1,
  sha: "abc",
  time: "2026-11-30T10:00:00Z",
  key: "k",
  where: "here",
  cells: { "ttft.p95": { y: 6, w: 0, n: 300 } },
};

function check(...lines: (string | object)[]): { jobs: number; problems: string[] } {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const { jobs, problems } = readHistoryText(text.join("\n"));
  return {
    jobs: jobs.length,
    problems: problems.map(({ line, value, legal }) => `${line}: ${value}; ${legal}`),
  };
}

test("a document gives the jobs of all its workloads, with names and load", () => {
  const definition = { ...aWorkloadRun().definition, load: "open loop, rate 5/s" };
  const one = withJob(emptyDocument, {
    repository: null,
    workload: aWorkloadRun({ definition }),
    record: full,
    keep: 30,
  });
  const text = formatStored(
    withJob(one, {
      repository: null,
      workload: aWorkloadRun({ name: "long" }),
      record: full,
      keep: 30,
    }),
  );
  for (const spelled of [text, JSON.stringify(JSON.parse(text), null, 2)])
    expect(readHistoryText(spelled)).toEqual({
      jobs: [
        { name: "chat-short", openLoop: true, record: full },
        { name: "long", openLoop: false, record: full },
      ],
      problems: [],
    });
});

test("lines give records, the optional fields with their defaults", () => {
  const { jobs } = readHistoryText(`${JSON.stringify(full)}\n\n${JSON.stringify(least)}\r\n`);
  expect(jobs.map(({ record }) => record)).toEqual([
    full,
    {
      ...least,
      attempt: 1,
      subject: {},
      epoch: 0,
      newEpoch: false,
      repeats: 1,
      err: { x: 0, n: 0 },
      outTokMean: null,
      clientLagP99: null,
    },
  ]);
});

test.each<[string, object]>([
  ["a run number for a run id", { runId: 4711 }],
  ["no second measurement, said as null", { confirmation: null }],
  [
    "fields that nobody knows",
    { team: "search", cells: { ...least.cells, "made.up": least.cells["ttft.p95"] } },
  ],
  ["no cell at all", { cells: {} }],
])("%s is fine", (_, patch) => {
  expect(check({ ...least, ...patch })).toEqual({ jobs: 1, problems: [] });
});

test.each<[string, string | object, RegExp]>([
  ["no JSON", '{"v":1,', /^2: \{"v":1,; a history record as JSON$/],
  ["NaN, which is no JSON", '{"v":1,"y":NaN}', /^2: .*NaN.*; a history record as JSON$/],
  ["a list", [1], /^2: \[1\]; object/],
  ["another version", { ...least, v: 2 }, /^2: v 2; /],
  ["no key", { ...least, key: undefined }, /^2: key nothing; string/],
  [
    "a text for a number",
    { ...least, cells: { "ttft.p95": { y: "6", w: 0, n: 1 } } },
    /^2: cells\.ttft\.p95\.y 6; number/,
  ],
  [
    "a negative error",
    { ...least, cells: { "ttft.p95": { y: 6, w: -1, n: 1 } } },
    /^2: cells\.ttft\.p95\.w -1; /,
  ],
  [
    "more failures than requests",
    { ...least, err: { x: 2, n: 1 } },
    /^2: err .*; x is more than n$/,
  ],
  ["a time that is none", { ...least, time: "soon" }, /^2: time soon; a time such as/],
])("%s is told with its line, the value and what is legal", (_, line, said) => {
  const { jobs, problems } = check(least, line, least);
  expect(jobs).toBe(2);
  expect(problems).toEqual([expect.stringMatching(said)]);
});

test("all that is wrong is told, in one line each", () => {
  const { problems } = check("\u001b[31mred", least, "x".repeat(500));
  expect(problems.map((text) => text.split(":")[0])).toEqual(["1", "3"]);
  for (const text of problems) expect(text).toMatch(/^[^\p{Cc}]{1,160}$/u);
});

test.each<[string, string, RegExp]>([
  ["an empty file", "\n", /no record/],
  ["a run", formatStored(aRun()), /a run file/],
  ["a document of another schema", '{"schema":9,"kind":"latency-gate-baseline"}', /schema 9/],
])("%s is refused as a whole", (_, text, said) => {
  const { jobs, problems } = readHistoryText(text);
  expect(jobs).toEqual([]);
  expect(problems).toEqual([{ value: expect.stringMatching(said), legal: expect.any(String) }]);
});
