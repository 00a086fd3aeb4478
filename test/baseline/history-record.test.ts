// A run's workload as main remembers it.
import { expect, test } from "vitest";
import { historyRecordSchema } from "../../src/baseline/history.ts";
import { historyRecordFrom } from "../../src/baseline/history-record.ts";
import { aRun, aWorkloadRun } from "../support/builders.ts";

const workload = aWorkloadRun();

test("a record is readable by its own schema and keeps the job's identity", () => {
  const record = historyRecordFrom({ run: aRun(), workload });
  expect(historyRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  expect(record).toMatchObject({
    sha: "f".repeat(40),
    runId: "1001",
    key: workload.key,
    err: { x: 0, n: 300 },
    outTokMean: 128,
    tokenSource: "usage",
    cachedShare: null,
    newEpoch: false,
  });
  expect(Object.keys(record.cells["ttft.p95"] ?? {})).toEqual(["y", "w", "n"]);
});

test("an unknown commit is called unknown", () => {
  expect(historyRecordFrom({ run: aRun({ commit: null, runId: null }), workload }).sha).toBe(
    "unknown",
  );
});

test("the place is runner, hardware and region, whatever the build of the runner's image", () => {
  const { environment } = aRun();
  const placed = (image: string | null) =>
    historyRecordFrom({
      run: aRun({
        environment: {
          ...environment,
          hardware: "1x H100",
          region: "eu-west",
          engine: "vllm 0.9",
          runner: { image, architecture: "x64", cores: 4 },
        },
      }),
      workload,
    });
  expect(placed("ubuntu24 20261101.1.0").where).toBe("ubuntu24, x64, 1x H100, eu-west");
  expect(placed("ubuntu-24.04").where).toBe("ubuntu-24.04, x64, 1x H100, eu-west");
  expect(placed(null).where).toBe("x64, 1x H100, eu-west");
  expect(placed("ubuntu24 20261101.1.0").subject).toEqual({
    engine: "vllm 0.9",
    model: "llama-3.1-8b",
    runnerImage: "ubuntu24 20261101.1.0",
  });
});

test("an accepted change marks a new epoch, and the job's own re-measurement stays beside it", () => {
  const record = historyRecordFrom({
    run: aRun(),
    workload,
    newEpoch: true,
    epoch: 3,
    confirmation: workload,
  });
  expect([record.newEpoch, record.epoch]).toEqual([true, 3]);
  expect(record.confirmation).toEqual(record.cells);
});
