// A prompt is never one that a prefix cache has seen: each attempt, measurement and side of a job has its own nonces.
import { expect, test } from "vitest";
import type { Job } from "../../src/measure/job.ts";
import { scopeOf } from "../../src/measure/task.ts";
import { noncesFrom } from "../../src/workload/nonce.ts";

const job: Job = {
  commit: null,
  baseCommit: undefined,
  repository: null,
  runId: null,
  attempt: 1,
  runner: { image: null, architecture: "x64", cores: 2 },
  entropy: "e",
};

test("attempts, measurements, sides and phases have other nonces", () => {
  const all = [
    scopeOf(job, "first", "candidate"),
    scopeOf({ ...job, attempt: 2 }, "first", "candidate"),
    scopeOf({ ...job, entropy: "f" }, "first", "candidate"),
    scopeOf(job, "confirmation", "candidate"),
    scopeOf(job, "first", "base"),
  ];
  const nonces = all.flatMap((scope) =>
    (["warm-up", "measure"] as const).flatMap((phase) => {
      const nonceOf = noncesFrom(scope, phase);
      return Array.from({ length: 300 }, (_, id) => nonceOf(id));
    }),
  );
  expect(new Set(nonces).size).toBe(5 * 2 * 300);
});
