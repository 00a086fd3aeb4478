// Alone: the real server's metrics page tells whether anybody else uses it: waited for before, noticed during, shown after.
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkloadRun } from "../../src/metrics/run.ts";
import type { Check } from "./checks.ts";

/** Another client of the same server, whose answers nobody measures. */
export interface Stranger {
  /** When its last answer was over, ms of this process's monotonic clock. */
  readonly done: Promise<number>;
  stop(): void;
}

async function ask(port: number, tokens: number, signal: AbortSignal): Promise<void> {
  const messages = [{ role: "user", content: "Tell a long story of the sea." }];
  const body = { model: "smollm2-135m", messages, max_tokens: tokens, ignore_eos: true };
  const url = `http://127.0.0.1:${port}/v1/chat/completions`;
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body), signal };
  await fetch(url, init).then((response) => response.text());
}

/** Asks again and again until so many answers are over, or until it is stopped. */
export function startStranger(port: number, tokens: number, answers: number): Stranger {
  const { signal, abort } = abortable();
  const talk = async () => {
    for (let nth = 0; nth < answers && !signal.aborted; nth += 1)
      await ask(port, tokens, signal).catch(() => sleep(50));
    return performance.now();
  };
  return { done: talk(), stop: abort };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

const check = (fact: string, holds: boolean, seen: unknown): Check => ({
  fact,
  against: holds ? [] : [JSON.stringify(seen)],
});

/** `inFlight`: of the load, which the server could run all at once. */
export function checkAlone({ server, invalid, warnings }: WorkloadRun, inFlight: number): Check[] {
  const told = [...invalid, ...warnings].map(({ code }) => code);
  const { engine, runningMax = 0, waitingMax = 0, prefillMeanMs = null } = server ?? {};
  return [
    check("its metrics page is read as llama.cpp's", engine === "llama.cpp", server),
    check("its own prefill is shown", (prefillMeanMs ?? 0) > 0, server),
    check("no more ran there than were sent", runningMax + waitingMax <= inFlight, server),
    check("requests were seen to run there", runningMax > 0, server),
    check("nobody is accused", !told.some((code) => /alone|unread/.test(code)), told),
  ];
}

export function checkAccused({ invalid }: WorkloadRun): Check {
  const accused = invalid.some(({ code }) => code === "not-alone");
  return check("who asks meanwhile is noticed: invalid, not alone", accused, invalid);
}

/** `askedAt`: of each measured request, on the stranger's clock. */
export function checkWaited(askedAt: readonly number[], strangerDoneAt: number): Check {
  const early = askedAt.filter((at) => at < strangerDoneAt - 1);
  return check("nothing is measured until the other's answer is over", early.length === 0, early);
}
