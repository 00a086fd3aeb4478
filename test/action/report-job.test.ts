// The report job of a matrix, as a process: legs left their runs in folders, and one job judges all and tells it once.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { formatStored } from "../../src/baseline/codec.ts";
import { parseBody } from "../../src/github/comment/body.ts";
import type { Run } from "../../src/metrics/run.ts";
import { aRun, aWorkloadRun, someRecords } from "../support/builders.ts";
import { aRunner, base, head, onMain, onPullRequest, type Runner } from "./a-runner.ts";

const legs = ["small", "medium", "large"];
const token = { "github-token": "ghs_gate" };
const report = { mode: "compare", results: "results", legs: legs.join(", "), ...token };

/** As actions/download-artifact leaves them: a folder for each artifact. */
async function leave(runner: Runner, left: Readonly<Record<string, Partial<Run>>>) {
  await rm(path.join(runner.folder, "results"), { recursive: true, force: true });
  for (const [name, run] of Object.entries(left)) {
    const folder = path.join(runner.folder, "results", `leg-${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "run.json"), formatStored(aRun({ name, ...run })));
  }
}

/** All TTFTs times `slower`. */
function leg(commit: string, minute: number, slower = 1): Partial<Run> {
  const time = new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();
  const records = someRecords(300).map((record) => ({
    ...record,
    ttftMs: (record.ttftMs ?? 0) * slower,
    ttfvtMs: (record.ttfvtMs ?? 0) * slower,
    e2eMs: (record.e2eMs ?? 0) + (record.ttftMs ?? 0) * (slower - 1),
  }));
  const workload = aWorkloadRun({ name: "default", records });
  const window = { ...workload.window, start: time };
  const about = { commit, createdAt: time, repository: "acme/app", runId: String(minute) };
  return { ...about, workloads: [{ ...workload, window }] };
}

function all(commit: string, minute: number, slower: Readonly<Record<string, number>> = {}) {
  return Object.fromEntries(legs.map((name) => [name, leg(commit, minute, slower[name])]));
}

test("three legs are recorded at once, and a slow one is red by name in one comment", async () => {
  const runner = await aRunner("acme/app");
  await leave(runner, all(base, 11));
  const main = await onMain(runner, 11, report);
  expect(main.code, main.log).toBe(0);
  expect(runner.state.artifacts.map(({ name }) => name)).toEqual([
    "latency-gate-baseline-default-a1",
  ]);

  await leave(runner, all(head, 31, { medium: 3 }));
  const slow = await onPullRequest(runner, 31, report);
  expect(slow.output("verdict"), slow.log).toBe("regressed");
  expect(slow.code).toBe(1);
  expect(runner.comments).toHaveLength(1);
  const body = runner.comments[0]?.body ?? "";
  expect(body).toMatch(/^### .*`medium`/m);
  for (const name of legs) expect(body).toContain(`\`${name}\``);
  expect(parseBody(body)?.sections).toHaveLength(1);

  await leave(runner, all(head, 32));
  const missing = await onPullRequest(runner, 32, { ...report, legs: `${report.legs}, huge` });
  expect(missing.output("verdict"), missing.log).toBe("invalid");
  expect(missing.code).toBe(3);
  expect(missing.log).toMatch(/leg huge: was declared but not measured/);
}, 60_000);
