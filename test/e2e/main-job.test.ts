// A repository's life: main remembers six jobs, an unchanged pull request is green, a slower one is red.
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, folder, simulate, valid } from "./support.ts";

/**
 * 100 requests are the least from which a p95 may gate. On a busy machine the client lags by some milliseconds, which
 * may be 2 % of the smallest gated value: hence the long TTFT, and no gate on a pace of milliseconds.
 */
const workload = {
  model: "simulated",
  requests: "100",
  concurrency: "34",
  "warm-up": "34",
  "prompt-tokens": "16",
  "output-tokens": "4",
  gate: "cells: { tpot.p50: off, tpot.p95: off }",
};
const simulated = (ttft: string) => simulate(["--ttft", ttft, "--tpot", "1ms"]);
const flags = Object.entries(workload).flatMap(([name, value]) => [`--${name}`, value]);

function gate(cwd: string, endpoint: string, extra: readonly string[]) {
  const target = ["--endpoint", endpoint, "--baseline", "baseline.json"];
  return valid(() => cli(cwd, ["gate", ...target, ...flags, ...extra]));
}

async function verdictOf(cwd: string): Promise<unknown> {
  return JSON.parse(await readFile(join(cwd, "verdict.json"), "utf8"));
}

async function sixJobs(cwd: string, endpoint: string): Promise<void> {
  for (let job = 0; job < 6; job += 1) {
    const { code, output } = await gate(cwd, endpoint, ["--record"]);
    expect({ code, output }).toMatchObject({ code: 0 });
  }
}

test("from the command line", async () => {
  const cwd = await folder();
  const base = await simulated("400ms");
  await sixJobs(cwd, base);
  const document = JSON.parse(await readFile(join(cwd, "baseline.json"), "utf8"));
  const [kept] = Object.values<{ history: unknown[] }>(document.workloads);
  expect(kept?.history).toHaveLength(6);
  await copyFile(join(cwd, "baseline.json"), join(cwd, "before.json"));

  const files = ["--json", "verdict.json", "--markdown", "verdict.md"];
  const unchanged = await gate(cwd, base, files);
  expect(unchanged).toMatchObject({ code: 0 });
  expect(await verdictOf(cwd)).toMatchObject({ verdict: "passed" });
  expect(await readFile(join(cwd, "verdict.md"), "utf8")).toMatch(/TTFT/);

  const slower = await gate(cwd, await simulated("640ms"), files);
  expect(slower).toMatchObject({ code: 1 });
  expect(await verdictOf(cwd)).toMatchObject({ verdict: "regressed" });
  expect(await readFile(join(cwd, "verdict.md"), "utf8")).toMatch(/slower/i);

  const after = await readFile(join(cwd, "baseline.json"));
  expect(after.equals(await readFile(join(cwd, "before.json")))).toBe(true);
}, 60_000);
