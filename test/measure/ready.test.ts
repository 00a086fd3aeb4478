import { expect, test } from "vitest";
import { type ReadyPorts, versionObstacles } from "../../src/measure/ready.ts";
import { fromSeconds } from "../../src/time.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

const expected = { url: "http://preview/version", text: "abc123" };

/** What a version page says, call by call; the last answer holds. Errors are thrown. */
function portsWith(answers: readonly (string | Error)[]) {
  const clock = new VirtualClock(fromSeconds(10));
  const lines: string[] = [];
  let calls = 0;
  const ports: ReadyPorts = {
    clock,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line), progress() {} },
    signal: new AbortController().signal,
    async fetchText() {
      const answer = answers[Math.min(calls++, answers.length - 1)] ?? "";
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { ports, clock, lines, calls: () => calls };
}

const wait = { timeout: fromSeconds(30), deadlineAt: fromSeconds(1_000) };
const once = { timeout: undefined, deadlineAt: fromSeconds(1_000) };

test("nothing is asked where no version is expected", async () => {
  const { ports, calls } = portsWith([]);
  expect(await versionObstacles(undefined, wait, ports)).toEqual([]);
  expect(calls()).toBe(0);
});

test("a preview that is still rolling out is waited for, and the log says why", async () => {
  const { ports, clock, lines, calls } = portsWith([new Error("ECONNREFUSED"), "old", "v abc123"]);
  expect(await clock.run(versionObstacles(expected, wait, ports))).toEqual([]);
  expect(calls()).toBe(3);
  expect(lines).toEqual([
    "Waiting for the endpoint: the version could not be read: ECONNREFUSED",
    'Waiting for the endpoint: expected the version "abc123", found "old"',
  ]);
});

test("a stale deployment is an obstacle that says which version was found", async () => {
  const { ports, clock } = portsWith(['{"commit":"0ld"}']);
  expect(await clock.run(versionObstacles(expected, wait, ports))).toMatchObject([
    {
      code: "wrong-version",
      message: 'expected the version "abc123", found "{"commit":"0ld"}" (waited 30 s)',
    },
  ]);
});

test("afterwards it is asked once: a deployment that was replaced midway is told", async () => {
  const { ports, clock, calls } = portsWith(["newer"]);
  const found = await clock.run(versionObstacles(expected, once, ports));
  expect(found).toMatchObject([{ code: "wrong-version" }]);
  expect(calls()).toBe(1);
});

test("what a page says cannot write workflow commands into the log", async () => {
  const { ports, clock, lines } = portsWith(["\n::add-mask::x\n##[error]y", "abc123"]);
  await clock.run(versionObstacles(expected, wait, ports));
  expect(lines.join("\n")).not.toMatch(/^::|##\[/m);
});
