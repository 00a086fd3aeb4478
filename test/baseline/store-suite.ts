// What every BaselineStore must do, wherever it keeps its documents.
import { describe, expect, test } from "vitest";
import type { BaselineStore } from "../../src/baseline/store.ts";
import { aWorkloadRun, someRecords } from "../support/builders.ts";
import { jobsIn, mainRun, recordingOf } from "../support/fake-github/main-history.ts";

/** One place to keep baselines, empty at first. */
export interface Place {
  /** The store as the nth main job has it; the job ends when it has recorded. */
  main(n: number): BaselineStore;
  /** The store as a later pull request has it. */
  reader(): BaselineStore;
  /** Puts something else where the newest document is. */
  spoil(text: string): Promise<void>;
}

async function jobsRead(place: Place) {
  const read = await place.reader().read();
  return read.kind === "found" ? jobsIn(read.document) : read.kind;
}

async function record(place: Place, ...jobs: readonly number[]) {
  for (const n of jobs)
    expect(await place.main(n).record(recordingOf(mainRun(n)))).toMatchObject({ kind: "recorded" });
}

export function storeSuite(name: string, open: () => Promise<Place>): void {
  describe(name, () => {
    test("where nothing was recorded it is absent, and says where it looked", async () => {
      const read = await (await open()).reader().read();
      expect(read).toMatchObject({ kind: "absent", source: expect.stringMatching(/\w/) });
      expect(read).not.toHaveProperty("lost");
    });

    test("jobs are read in the order of their time, with the run of the newest", async () => {
      const place = await open();
      await record(place, 1, 2, 3);
      expect(await jobsRead(place)).toEqual([1, 2, 3]);
      const read = await place.reader().read();
      const [workload] = read.kind === "found" ? Object.values(read.document.workloads) : [];
      expect(workload?.newest.window.start).toBe(mainRun(3).createdAt);
      expect(read).toHaveProperty("document.repository", "acme/app");
    });

    test("the newest jobs are kept, as many as are asked for", async () => {
      const place = await open();
      for (const n of [1, 2, 3, 4, 5]) await place.main(n).record(recordingOf(mainRun(n), 3));
      expect((await jobsRead(place)).slice(-3)).toEqual([3, 4, 5]);
    });

    test("jobs that were measured in one go are all there, in their order", async () => {
      const place = await open();
      await record(place, 1);
      const earlier = [2, 3].map((n) => recordingOf(mainRun(n)));
      const recording = { ...recordingOf(mainRun(4)), earlier };
      expect(await place.main(4).record(recording)).toMatchObject({ kind: "recorded" });
      expect(await jobsRead(place)).toEqual([1, 2, 3, 4]);
    });

    test("two jobs that began before either ended lose neither record", async () => {
      const place = await open();
      await record(place, 1);
      const both = [2, 3].map((n) => ({ n, store: place.main(n) }));
      for (const { store } of both) await store.read();
      for (const { n, store } of both) await store.record(recordingOf(mainRun(n)));
      expect(await jobsRead(place)).toEqual([1, 2, 3]);
    });

    test("a job that records another workload leaves the first alone", async () => {
      const place = await open();
      await record(place, 1);
      const workloads = [aWorkloadRun({ name: "long", records: someRecords(5) })];
      await place.main(2).record(recordingOf(mainRun(2, { workloads })));
      const read = await place.reader().read();
      const names = read.kind === "found" ? Object.keys(read.document.workloads) : [];
      expect(names.toSorted()).toEqual(["chat-short", "long"]);
    });

    test.each([
      ["cut off", '{"schema":1,', /not valid JSON/],
      ["of a newer version", '{"schema":99}', /schema 99/],
      ["another program's", '{"a":1}', /not a file of ours/],
    ])("what is %s is never taken for a baseline, and is told apart", async (_, text, why) => {
      const place = await open();
      await record(place, 1);
      await place.spoil(text);
      const told = await place
        .reader()
        .read()
        .then((read) => JSON.stringify(read))
        .catch(String);
      expect(told).toMatch(why);
    });
  });
}
