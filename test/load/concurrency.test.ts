// How many requests of a closed loop a server has open at once: as many as were asked for, never more.
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createHttpEndpoint } from "../../src/endpoint/http.ts";
import { runLoad } from "../../src/load/run-load.ts";
import { fromSeconds, micros } from "../../src/time.ts";
import { cert, key } from "../endpoint/certificate.ts";
import { aSchedule, closed, exchange } from "./fake-endpoint.ts";

const concurrency = 8;
const rounds = 10;

interface Seen {
  most: number;
  connections: number;
}

/**
 * Answers nobody until so many are there, so that a loop which keeps fewer in flight would wait for ever; and then not at
 * once, so that one more would be seen.
 */
function barrier(seen: Seen, close: boolean): RequestListener {
  const held: ServerResponse[] = [];
  const release = () => {
    for (const each of held.splice(0)) {
      if (close) each.setHeader("connection", "close");
      each.end("ok");
    }
  };
  return (request, response) => {
    request.resume();
    held.push(response);
    seen.most = Math.max(seen.most, held.length);
    if (held.length === concurrency) setTimeout(release, 10);
  };
}

async function origin(secure: boolean, seen: Seen, listener: RequestListener): Promise<string> {
  const server = secure ? createTlsServer({ cert, key }, listener) : createServer(listener);
  server.on(secure ? "secureConnection" : "connection", () => {
    seen.connections += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return `${secure ? "https" : "http"}://127.0.0.1:${port}`;
}

test.each([
  { secure: false, close: false },
  { secure: false, close: true },
  { secure: true, close: false },
  { secure: true, close: true },
])("over TLS: $secure, a connection each: $close", async ({ secure, close }) => {
  const seen = { most: 0, connections: 0 };
  const url = await origin(secure, seen, barrier(seen, close));
  const endpoint = createHttpEndpoint({ origin: url, clock: systemClock, insecureTls: true });
  onTestFinished(() => endpoint.close());
  const requests = concurrency * rounds;
  const result = await runLoad({
    measure: aSchedule("measure", { count: requests }),
    load: closed(concurrency),
    bound: { kind: "requests", requests },
    clock: systemClock,
    endpoint,
    exchange,
    deadlines: {
      sendUntil: micros(systemClock.now() + fromSeconds(20)),
      drainTimeout: fromSeconds(1),
    },
    proven: true,
    signal: new AbortController().signal,
  });
  expect(result.records.map(({ outcome }) => outcome)).toEqual(Array(requests).fill("completed"));
  expect(seen).toEqual({ most: concurrency, connections: close ? requests : concurrency });
});
