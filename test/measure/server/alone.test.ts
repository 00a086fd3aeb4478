// The gate waits for an idle server, watches it, and accuses nobody by a page that it cannot read.
import { expect, test } from "vitest";
import type { ReadyPorts } from "../../../src/measure/ready.ts";
import { awaitIdle, watchServer } from "../../../src/measure/server/alone.ts";
import { fromSeconds } from "../../../src/time.ts";
import { digested } from "../../support/measured.ts";
import { aCompleted } from "../../support/records.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const url = "http://server/metrics";
const page = (running: number, finished = 100, waiting = 0) =>
  `vllm:num_requests_running ${running}\nvllm:num_requests_waiting ${waiting}\nvllm:request_success_total ${finished}\n`;

/** The page as it is, call by call; the last one holds. */
function portsWith(...pages: (string | Error)[]) {
  const clock = new VirtualClock(fromSeconds(10));
  const lines: string[] = [];
  let calls = 0;
  const ports: ReadyPorts = {
    clock,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line), progress() {} },
    signal: new AbortController().signal,
    async fetchText() {
      const answer = pages[Math.min(calls++, pages.length - 1)] ?? "";
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { ports, clock, lines, calls: () => calls };
}

const wait = { timeout: fromSeconds(30), deadlineAt: fromSeconds(1_000) };
const records = digested([aCompleted({ output: [1, 2], tokens: 2 })]);
const asked = { records, besides: 2, outputTokens: 2 };

test("without a page nothing is asked and nothing is said", async () => {
  const { ports, calls } = portsWith();
  expect(await awaitIdle(undefined, wait, ports)).toEqual({ obstacles: [], warnings: [] });
  const watch = watchServer(undefined, undefined, ports);
  expect(await watch.end(asked)).toEqual({ faults: [], warnings: [] });
  expect(calls()).toBe(0);
});

test("a busy server is waited for, and the log says why", async () => {
  const { ports, clock, lines } = portsWith(page(3, 97, 1), page(1), page(0));
  const idle = await clock.run(awaitIdle(url, wait, ports));
  expect(idle).toMatchObject({ obstacles: [], warnings: [], before: { finished: 100 } });
  expect(lines[0]).toContain("not alone: 3 requests of others run and 1 wait");
});

test("one that stays busy is an obstacle", async () => {
  const { ports, clock } = portsWith(page(2));
  const { obstacles } = await clock.run(awaitIdle(url, wait, ports));
  expect(obstacles).toMatchObject([
    { code: "not-alone", message: "not alone: 2 requests of others run and 0 wait (waited 30 s)" },
  ]);
});

test.each<[string, string | Error]>([
  ["is not there", new Error("ECONNREFUSED")],
  ["is another's", "<html>"],
])("a page that %s is a warning, no obstacle", async (_, answer) => {
  const { ports, clock } = portsWith(answer);
  const { obstacles, warnings } = await clock.run(awaitIdle(url, wait, ports));
  expect(obstacles).toEqual([]);
  expect(warnings).toMatchObject([{ code: "metrics-unread" }]);
});

async function watched(...pages: (string | Error)[]) {
  const { ports, clock, calls } = portsWith(...pages);
  const { before } = await clock.run(awaitIdle(url, wait, ports));
  const watch = watchServer(url, before, ports);
  await clock.advanceTo(fromSeconds(22));
  const told = await clock.run(watch.end(asked));
  return { told, calls: calls() };
}

test("the most that ran at any look is told with what it finished", async () => {
  // Once before, at 0, 5 and 10 s of the load, once after.
  const { told, calls } = await watched(page(0), page(1), page(4, 100, 2), page(2), page(0, 103));
  expect(calls).toBe(5);
  expect(told).toMatchObject({
    server: { runningMax: 4, waitingMax: 2, sent: 3, finished: 3 },
    faults: [],
  });
});

test("others' requests are a fault", async () => {
  const { told } = await watched(page(0), page(1), page(1), page(1), page(0, 104));
  expect(told.faults).toMatchObject([{ code: "not-alone" }]);
});

test("a request that was sent again may have been worked on twice", async () => {
  const { ports, clock } = portsWith(page(0), page(0), page(0, 104));
  const { before } = await clock.run(awaitIdle(url, wait, ports));
  const watch = watchServer(url, before, ports);
  await clock.settle();
  const resent = digested([{ ...aCompleted({ output: [1], tokens: 1 }), resent: true }]);
  expect((await clock.run(watch.end({ ...asked, records: resent }))).faults).toEqual([]);
});

test("gauges that follow late are looked at again before anybody is accused", async () => {
  const { told } = await watched(page(0), page(1), page(1), page(1), page(1, 102), page(0, 103));
  expect(told).toMatchObject({ server: { finished: 3 }, faults: [] });
});

test("a page that goes away midway is a warning", async () => {
  const { told } = await watched(page(0), new Error("ECONNRESET"));
  expect(told).toMatchObject({ faults: [], warnings: [{ code: "metrics-unread" }] });
  expect(told).not.toHaveProperty("server");
});
