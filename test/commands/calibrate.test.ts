// `calibrate` as a process against the simulated endpoint: jobs in, history and table out.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSimulator } from "../../src/simulator/simulator.ts";
import { fromMilliseconds } from "../../src/time.ts";

const program = path.join(import.meta.dirname, "../../src/cli.ts");

function calibrate(cwd: string, args: readonly string[]) {
  return new Promise<{ code: number; out: string; error: string }>((done) => {
    const argv = [program, "calibrate", "--baseline", "baseline.json", ...args];
    const child = execFile(process.execPath, argv, { cwd, env: {} }, (_, out, error) =>
      done({ code: child.exitCode ?? -1, out, error }),
    );
  });
}

async function folder(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), "latency-gate-calibrate-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  return place;
}

/** All at once, so that a job takes as long as one answer; so long that a busy client does not make it invalid. */
const load = ["--requests", "10", "--concurrency", "10", "--output-tokens", "2", "--warm-up", "0"];
const small = [...load, "--prompt-tokens", "16", "--ready-timeout", "0", "--jobs", "2"];
const gate = ["--gate", "cells: { tpot.p50: off, tpot.p95: off }"];

const tries = 4;

/** A job that does not count says that this second's machine was too busy to measure; another second may do. */
async function undisturbed(args: readonly string[]) {
  for (let attempt = 1; ; attempt += 1) {
    const cwd = await folder();
    const finished = await calibrate(cwd, args);
    if (attempt === tries || !finished.out.includes("does not count")) return { cwd, ...finished };
  }
}

test("two jobs are remembered and shown, and later shown again without an endpoint", async () => {
  const simulator = await startSimulator({
    ttft: fromMilliseconds(1_500),
    tpot: fromMilliseconds(1),
  });
  onTestFinished(() => simulator.close());
  const target = ["--endpoint", simulator.url, "--model", "m", "--commit", "a".repeat(40)];
  const args = [...target, ...small, ...gate, "--json", "c.json"];
  const { cwd, ...first } = await undisturbed(args);
  expect(first).toMatchObject({ code: 0 });
  expect(first.error).toMatch(/^Plan: 2 jobs, together 20 requests, at most 360 tokens/);
  expect(first.out).toMatch(/^default: 2 jobs of 10 requests within a minute\.$/m);
  expect(first.out).toMatch(/^TTFT p50 +\d\.\d+ s /m);
  expect(first.out).toMatch(/^ *- 2 jobs recorded in baseline\.json\.$/m);

  const document = JSON.parse(await readFile(path.join(cwd, "baseline.json"), "utf8"));
  const { history } = document.workloads.default;
  expect(history).toMatchObject([{ sha: "a".repeat(40) }, { sha: "a".repeat(40) }]);
  const json = JSON.parse(await readFile(path.join(cwd, "c.json"), "utf8"));
  expect(json).toMatchObject({ jobs: { asked: 2, measured: 2, valid: 2, recorded: true } });

  const again = await calibrate(cwd, gate);
  expect(again).toMatchObject({ code: 0, error: "" });
  const table = (out: string) => out.split("\n").filter((line) => /^(TTFT|E2E|Output)/.test(line));
  expect(table(again.out)).toEqual(table(first.out));
  expect(table(again.out)).toHaveLength(4);
}, 60_000);

test("an endpoint that answers nothing is exit 3, and nothing is remembered", async () => {
  const cwd = await folder();
  const simulator = await startSimulator({ errorRate: 1 });
  onTestFinished(() => simulator.close());
  const { code, out } = await calibrate(cwd, [
    "--endpoint",
    simulator.url,
    "--model",
    "m",
    ...small,
  ]);
  expect(code).toBe(3);
  expect(out).toContain("Not calibrated: the one job is not valid");
  await expect(readFile(path.join(cwd, "baseline.json"))).rejects.toThrow("ENOENT");
});

test("neither an endpoint nor a baseline is wrong usage", async () => {
  const { code, error } = await calibrate(await folder(), []);
  expect(code).toBe(2);
  expect(error).toContain(
    "baseline: saw baseline.json: not found; legal: a baseline document, or an endpoint",
  );
});
