// A journal on disk gives back what was added, is on disk within seconds, and goes when it is no longer needed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { JournalFile } from "../../../src/measure/journal/journal-file.ts";
import { withJournal } from "../../../src/ports.ts";
import { aRun } from "../../support/builders.ts";
import { aMeasured, digested } from "../../support/measured.ts";
import { aCompleted } from "../../support/records.ts";

const { workloads: _, ...run } = aRun();
const plain = (text: string) => text;
const { records: __, gaps: ___, ...head } = aMeasured();

async function folder(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), "journal-test-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  return place;
}

/** More than one block of 64 KiB. */
const many = digested(
  Array.from({ length: 300 }, (_, id) => ({
    ...aCompleted({ id, output: [1, 2], tokens: 2 }),
    text: "é".repeat(200),
  })),
);

test("gives back the records of the workload that was begun last", async () => {
  const journal = new JournalFile(path.join(await folder(), "deep/er/run.jsonl"));
  journal.beginRun(run, plain);
  journal.beginWorkload(head);
  for (const record of many) journal.add(record);
  expect(await journal.records()).toEqual(many);
  journal.beginWorkload({ ...head, key: "other" });
  for (const record of many.slice(0, 2)) journal.add(record);
  expect(await journal.records()).toEqual(many.slice(0, 2));
});

test("tells the sides of a duet apart", async () => {
  const journal = new JournalFile(path.join(await folder(), "run.jsonl"));
  journal.beginRun(run, plain);
  journal.beginWorkload(head);
  for (const [index, record] of many.slice(0, 6).entries())
    journal.add(record, index % 3 === 0 ? "base" : "candidate");
  const ids = async (side?: "base" | "candidate") =>
    (await journal.records(side)).map(({ id }) => id);
  expect(await ids("base")).toEqual([0, 3]);
  expect(await ids("candidate")).toEqual([1, 2, 4, 5]);
  expect(await ids()).toEqual([1, 2, 4, 5]);
});

test("may be read while it grows", async () => {
  const journal = new JournalFile(path.join(await folder(), "run.jsonl"));
  journal.beginRun(run, plain);
  journal.beginWorkload(head);
  journal.add(many[0]!);
  expect(await journal.records()).toHaveLength(1);
  journal.add(many[1]!);
  expect(await journal.records()).toHaveLength(2);
});

test("nothing secret reaches the disk", async () => {
  const file = path.join(await folder(), "run.jsonl");
  const journal = new JournalFile(file);
  journal.beginRun(run, (text) => text.replaceAll("éé", "***"));
  journal.beginWorkload(head);
  for (const record of many) journal.add(record);
  await journal.records();
  expect(readFileSync(file, "utf8")).not.toContain("éé");
});

test("a place that cannot be written is told when the records are wanted", async () => {
  const place = await folder();
  const journal = new JournalFile(path.join(place, "deep/run.jsonl"));
  journal.beginRun(run, plain);
  rmSync(path.join(place, "deep"), { recursive: true });
  journal.beginWorkload(head);
  await expect(journal.records()).rejects.toThrow(/journal .* cannot be written: ENOENT/);
});

test("stands beside the result until that is written, and stays where the work failed", async () => {
  const result = path.join(await folder(), "run.json");
  const partial = `${result}.partial.jsonl`;
  const write = (fails: boolean) =>
    withJournal(result, async (journal) => {
      journal.beginRun(run, plain);
      journal.beginWorkload(head);
      await journal.records();
      expect(existsSync(partial)).toBe(true);
      if (fails) throw new Error("cut");
      return "done";
    });
  expect(await write(false)).toBe("done");
  expect(existsSync(partial)).toBe(false);
  await expect(write(true)).rejects.toThrow("cut");
  expect(existsSync(partial)).toBe(true);
});
