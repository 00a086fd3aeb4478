// `backtest` as a process: files in, lines out, JSON beside them.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { aHistoryRecord } from "../support/builders.ts";

const program = path.join(import.meta.dirname, "../../src/cli.ts");

/** Every hour from ten o'clock; a percent around 400 ms, or `slow` times that. */
function job(
  key: string,
  index: number,
  overrides: Partial<HistoryRecord> & { slow?: number } = {},
) {
  const { slow = 1, ...rest } = overrides;
  const value = 400 * (1 + ((index % 3) - 1) / 100) * slow;
  const time = new Date(Date.UTC(2026, 10, 30, 10 + index)).toISOString();
  return aHistoryRecord({ "ttft.p95": value }, { key, sha: `${key}-${index}`, time, ...rest });
}

function lines(records: readonly HistoryRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join("\n");
}

async function backtest(files: Record<string, string>, ...args: string[]) {
  const cwd = await mkdtemp(path.join(tmpdir(), "latency-gate-backtest-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  const given = Object.keys(files).filter((name) => name.startsWith("h"));
  return new Promise<{
    code: number;
    out: string;
    error: string;
    read: (name: string) => Promise<string>;
  }>((done) => {
    const argv = [program, "backtest", ...given, ...args];
    const child = execFile(process.execPath, argv, { cwd, env: {} }, (_, out, error) =>
      done({
        code: child.exitCode ?? -1,
        out,
        error,
        read: (name) => readFile(path.join(cwd, name), "utf8"),
      }),
    );
  });
}

const jobs = (key: string) => Array.from({ length: 12 }, (_, index) => job(key, index));

test("workloads are told apart by key, and time orders the jobs of each", async () => {
  const slow = job("b", 12, { slow: 1.5 });
  const mixed = [slow, ...jobs("a"), ...jobs("b").toReversed()];
  const { code, out, read } = await backtest({ "h.jsonl": lines(mixed) }, "--json", "out/j.jsonl");
  expect(code).toBe(0);
  const printed = out.trim().split("\n");
  expect(printed).toHaveLength(26);
  // 400 · .99 · 1.5 against the mean of twelve around 400
  expect(printed[12]).toMatch(/ b-12 .* regressed +12 +TTFT p95 rose by 48/);
  expect(printed.at(-1)).toBe(
    "1 of 25 jobs (4 %) would have been red: 2 no-baseline, 22 passed, 1 regressed.",
  );
  const json = (await read("out/j.jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(json.map(({ sha }) => sha).slice(0, 13)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => `b-${index}`),
    "b-12",
  ]);
  expect(json[12]).toMatchObject({ verdict: "regressed", history: 12 });
  expect(json[12].cells["ttft.p95"]).toMatchObject({ finding: "regressed", reason: null });
});

test("the gate's settings count, from a file and from flags", async () => {
  const slow = job("a", 12, { slow: 1.3 });
  const files = {
    "h.jsonl": lines([...jobs("a"), slow]),
    "lax.yml": "gate: { cells: { ttft.p95: { max-increase: 40% } } }",
  };
  const red = async (...args: string[]) =>
    (await backtest(files, ...args)).out.includes("0 of 13") ? 0 : 1;
  expect(await red()).toBe(1);
  expect(await red("--config", "lax.yml")).toBe(0);
  expect(await red("--gate", "cells: { ttft.p95: { max-increase: 40% } }")).toBe(0);
  expect(await red("--on-regression", "warn")).toBe(0);
});

test("a second measurement that does not confirm keeps a job from being red", async () => {
  const once = job("a", 12, { slow: 1.5, confirmation: job("a", 13).cells });
  const { out } = await backtest({ "h.jsonl": lines([...jobs("a"), once]) });
  expect(out).toContain("a second measurement did not confirm it");
  expect(out).toMatch(/^0 of 13 jobs/m);
});

test("a job that an earlier file holds too is judged once", async () => {
  const files = { "h1.jsonl": lines(jobs("a").slice(0, 9)), "h2.jsonl": lines(jobs("a").slice(3)) };
  expect((await backtest(files)).out).toMatch(/^0 of 12 jobs/m);
});

test("everything unreadable is one error with file and line", async () => {
  const files = { "h1.jsonl": `${lines(jobs("a"))}\n{}\nnonsense`, "h2.jsonl": "" };
  const { code, out, error } = await backtest(files, "h3.jsonl");
  expect([code, out]).toEqual([2, ""]);
  expect(error.split("\n")).toEqual([
    "4 problems in the configuration:",
    expect.stringMatching(/^ {2}h1\.jsonl, line 13: saw v nothing; legal: /),
    "  h1.jsonl, line 14: saw nonsense; legal: a history record as JSON",
    expect.stringMatching(/^ {2}h2\.jsonl: saw no record; legal: a baseline document, or /),
    "  h3.jsonl: saw nothing; legal: a file that exists",
    "",
  ]);
});
