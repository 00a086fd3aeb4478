// The process of a client, so that its memory is nobody else's: one request to whatever it is told.
import { systemClock } from "../../src/clock.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import { createHttpEndpoint } from "../../src/endpoint/http.ts";
import { exchangeFor } from "../../src/measure/exchange.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { aWorkload } from "../support/workloads.ts";
import type { Errand, Returned } from "./client.ts";

async function carryOut({ origin, timeoutMs, insecureTls = false }: Errand): Promise<Returned> {
  const endpoint = createHttpEndpoint({ origin, clock: systemClock, insecureTls });
  const workload = aWorkload({ requestTimeout: fromMilliseconds(timeoutMs) });
  const url = new URL(`${origin}/v1`);
  const target = { endpoint: url, apiKey: "sk-secret", headers: {}, insecureTls };
  const exchange = exchangeFor(target, workload);
  const prompt = { kind: "text", text: "Say something." } as const;
  const wire = exchange.wireRequest({ id: 0, phase: "measure", prompt });
  const transcript = await endpoint.send(wire, new AbortController().signal);
  const planned = { id: 0, phase: "measure", scheduledAt: transcript.handedAt } as const;
  const record = readAll(exchange.read(planned, transcript));
  await endpoint.close();
  return { record, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

/** What one attack left behind as garbage is not held against the next: a slow collector is no leak. */
process.on("message", async (errand: Errand) => {
  const returned = await carryOut(errand);
  globalThis.gc?.();
  process.send?.(returned);
});
