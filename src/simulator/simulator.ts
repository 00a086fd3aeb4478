// Simulator: the built-in endpoint with known timing; a real HTTP server that logs when it truly sent each byte.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { GateError } from "../errors.ts";
import { type Backend, createBackend, sendJson } from "./backend.ts";
import { type Behaviour, defaultBehaviour, type SimulatorOptions } from "./options.ts";
import { pageAt } from "./pages.ts";
import { notFound } from "./refusal.ts";
import { createLogBook, type SentLog } from "./sent-log.ts";
import { processNow } from "./timetable.ts";
import type { Voice } from "./voice.ts";
import { voices } from "./voices/voices.ts";

export interface Simulator {
  /** The base URL that `endpoint` takes: "http://127.0.0.1:PORT/v1". */
  readonly url: string;
  readonly port: number;
  /** A copy of what was sent so far. */
  log(): SentLog;
  /** Changes the behaviour towards requests that arrive from now on. */
  set(change: Partial<Behaviour>): void;
  /** Breaks every connection and frees the port; no timer is left. */
  close(): Promise<void>;
}

/** Longer than any pause of a measurement: a connection closed under the client would look like a failure. */
const keepAliveTimeout = 300_000;

/** With and without the version in front: both forms of a base URL are in use. */
function pathOf(request: IncomingMessage): string {
  const path = (request.url ?? "/").replace(/\?.*$/, "");
  return path.replace(/^\/v1(?=\/)/, "");
}

function voiceAt(path: string, { api }: Behaviour): Voice | undefined {
  const voice = voices.find((candidate) => candidate.path === path);
  return api === undefined || voice?.api === api ? voice : undefined;
}

function receive(backend: Backend, voice: Voice, exchange: [IncomingMessage, ServerResponse]) {
  const [request, response] = exchange;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const at = processNow();
    const body = Buffer.concat(chunks).toString("utf8");
    backend.receive({ voice, headers: request.headers, body, at, response });
  });
}

function listener(backend: Backend, behaviour: () => Behaviour) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request);
    response.setHeader("server", "latency-gate-simulator");
    if (behaviour().closeConnections) response.setHeader("connection", "close");
    const voice = request.method === "POST" ? voiceAt(path, behaviour()) : undefined;
    if (voice) return receive(backend, voice, [request, response]);
    request.resume();
    const page = request.method === "GET" && pageAt(path, behaviour(), backend.gauges());
    if (!page) return sendJson(response, notFound);
    response.writeHead(200, { "content-type": page.contentType });
    response.end(page.text);
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GateError("config", `the simulator cannot listen on ${host}:${port}: ${reason}`, {
      hint: "Choose another port, or 0 for any free one.",
      cause,
    });
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Serves all APIs of `SimulatedApi` until it is closed. Rejects with a `config` error if the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port: wanted = 0, host = "127.0.0.1", logRequests = 10_000, ...changes } = options;
  let behaviour: Behaviour = { ...defaultBehaviour, ...changes };
  const book = createLogBook(logRequests);
  const backend = createBackend(() => behaviour, book);
  const server = createServer({ noDelay: true, keepAliveTimeout });
  server.on(
    "request",
    listener(backend, () => behaviour),
  );
  const port = await listen(server, wanted, host);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/v1`,
    port,
    log: () => book.read(),
    set(change) {
      behaviour = { ...behaviour, ...change };
    },
    async close() {
      backend.close();
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
