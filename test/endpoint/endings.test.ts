// Every way in which a request can end, told apart.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import type { Ending } from "../../src/dialect/transcript.ts";
import { maxResponseBytes } from "../../src/endpoint/body/bounds.ts";
import { fromMilliseconds } from "../../src/time.ts";
import { chunk, lastChunk, type Script, streamHead } from "../support/raw-server.ts";
import { aRequest, endpointTo, never, pause, rig, textOf } from "./exchange.ts";

/** A loopback port that was free a moment ago. */
async function refusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

const event = chunk("data: one\n\n");
const done = chunk("data: [DONE]\n\n");

async function checkEnding(script: Script, expected: Partial<Ending>, body?: string) {
  const { send, server } = await rig(script);
  const transcript = await send();
  expect(transcript.ending).toMatchObject(expected);
  if (body !== undefined) expect(textOf(transcript.body)).toBe(body);
  expect(transcript.connection).toMatchObject({ fresh: true, resent: false });
  expect(server.requests.length).toBe(1);
}

/** Writes, waits until it has surely arrived, then does something to the socket. */
function then(text: string, act: (socket: Socket) => void): Script {
  return async (socket) => {
    socket.write(text);
    await pause(30);
    act(socket);
  };
}

const reset = (socket: Socket) => socket.resetAndDestroy();
const close = (socket: Socket) => socket.end();
const closing = "HTTP/1.1 200 OK\r\nconnection: close\r\n";
const lost = (detail: string): Partial<Ending> => ({
  kind: "connection-lost",
  detail: expect.stringContaining(detail),
});
const bad = (detail: string): Partial<Ending> => ({
  kind: "bad-http",
  detail: expect.stringContaining(detail),
});

test.each<[string, Script, Partial<Ending>, string?]>([
  ["a reset before any answer", then("", reset), lost("ECONNRESET")],
  ["a close before any answer", then("", close), lost("other side closed")],
  [
    "a reset inside a chunked body",
    then(streamHead + event, reset),
    lost("ECONNRESET"),
    "data: one\n\n",
  ],
  [
    "a close inside a chunked body",
    then(streamHead + event, close),
    lost("UND_ERR_SOCKET"),
    "data: one\n\n",
  ],
  [
    "a close inside a chunked body of a closing connection",
    then(`${closing}transfer-encoding: chunked\r\n\r\n${event}`, close),
    lost("Invalid EOF state"),
    "data: one\n\n",
  ],
  [
    "a body shorter than its length",
    then(`${closing}content-length: 9\r\n\r\nfour`, close),
    lost("MISMATCH"),
    "four",
  ],
  [
    "a close without length or chunks",
    then(`${closing}\r\nfour`, close),
    { kind: "body-end" },
    "four",
  ],
  [
    "a reset without length or chunks",
    then(`${closing}\r\nfour`, reset),
    { kind: "body-end" },
    "four",
  ],
  ["words that are not HTTP", then("SSH-2.0-OpenSSH_9.6\r\n", () => {}), bad("HTTP/1.1 protocol")],
  [
    "a chunk without its size",
    then(`${streamHead}data: oops\n\n`, () => {}),
    bad("HTTP/1.1 protocol"),
  ],
  [
    "an upgrade nobody asked for",
    then("HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n", () => {}),
    bad("bad upgrade"),
  ],
  [
    "headers beyond all measure",
    then(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, () => {}),
    bad("HEADERS_OVERFLOW"),
  ],
])("%s", (_, script, expected, body) => checkEnding(script, expected, body));

test("a response beyond its bound is cut as bad HTTP", async () => {
  const block = chunk("x".repeat(1024 * 1024));
  const { send } = await rig((socket) => {
    socket.write(streamHead);
    const pour = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on("drain", pour);
    pour();
  });
  const { ending, body } = await send();
  expect(ending).toMatchObject(bad(`larger than 16 MiB`));
  expect(body.length).toBeLessThanOrEqual(maxResponseBytes);
});

test("the request's own timeout keeps what had arrived", async () => {
  const { send } = await rig((socket) => socket.write(streamHead + event));
  const { ending, body, handedAt } = await send({ timeout: fromMilliseconds(100) });
  expect(ending.kind).toBe("timeout");
  expect(ending.at - handedAt).toBeGreaterThanOrEqual(98_000);
  expect(textOf(body)).toBe("data: one\n\n");
});

test("a cut keeps what had arrived, and a request cut beforehand is never written", async () => {
  const { send, endpoint, server } = await rig((socket) => socket.write(streamHead + event));
  const controller = new AbortController();
  const sending = send({}, controller.signal);
  while (server.requests.length === 0) await pause(5);
  await pause(30);
  controller.abort();
  const { ending, body } = await sending;
  expect(ending.kind).toBe("interrupted");
  expect(textOf(body)).toBe("data: one\n\n");
  const late = await endpoint.send(aRequest(), controller.signal);
  expect(late.ending.kind).toBe("interrupted");
  await pause(30);
  expect(server.requests.length).toBe(1);
});

async function checkUnreachable(origin: string, detail: string) {
  const { ending, sentAt, connection } = await endpointTo(origin).send(aRequest(), never);
  expect(ending).toMatchObject({ kind: "connect-error", detail: expect.stringContaining(detail) });
  expect(sentAt).toBeUndefined();
  expect(connection).toEqual({ fresh: false, resent: false });
}

test("a refused port is a connect error", async () => {
  await checkUnreachable(`http://127.0.0.1:${await refusedPort()}`, "ECONNREFUSED");
});

test("a refused port of a name with several addresses names each", async () => {
  const port = await refusedPort();
  await checkUnreachable(`http://localhost:${port}`, `ECONNREFUSED 127.0.0.1:${port}`);
});

// .invalid is reserved (RFC 6761): no resolver knows it. Without a network the answer is EAI_AGAIN.
test("a name that nobody knows is a connect error", async () => {
  const { ending } = await endpointTo("http://nowhere.invalid").send(aRequest(), never);
  expect(ending).toMatchObject({
    kind: "connect-error",
    detail: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
  });
});

const markerCases: [string, Script][] = [
  ["holds the connection open", (socket) => socket.write(streamHead + event + done)],
  ["resets the connection", then(streamHead + event + done, reset)],
  ["closes without the last chunk", then(streamHead + event + done, close)],
];
test.each(markerCases)("after the end marker a server that %s has ended", async (_, script) => {
  const { send } = await rig(script);
  const { ending, reads, body } = await send();
  expect(ending).toEqual({ kind: "end-marker", at: reads.at(-1)?.at });
  expect(textOf(body)).toBe("data: one\n\ndata: [DONE]\n\n");
});

test("an end marker cut anywhere is found, at the read that completes it", async () => {
  const wire = chunk("data: x\n\ndata: [DONE]\n\n");
  for (let at = wire.indexOf("data: x") + 8; at < wire.indexOf("]"); at += 3) {
    const { send } = await rig(async (socket) => {
      socket.write(streamHead + wire.slice(0, at));
      await pause(20);
      socket.write(wire.slice(at));
    });
    const { ending, reads } = await send();
    expect(ending).toEqual({ kind: "end-marker", at: reads[1]?.at });
  }
});

test("an event that only its start tells ends a response once it has come whole", async () => {
  const last = 'event: end\ndata: {"all":{}}\n\n';
  const halves = [`data: {"a":1}\n\n${last.slice(0, 20)}`, last.slice(20)];
  const { send } = await rig(async (socket) => {
    socket.write(streamHead + chunk(halves[0] ?? ""));
    // Longer than a server may take to end a body that is over.
    await pause(120);
    socket.write(chunk(halves[1] ?? ""));
  });
  const endMarkers = [Buffer.from("\nevent: end")];
  const { ending, reads, body } = await send({ endMarkers, endClosers: [Buffer.from("}\n")] });
  expect(ending).toEqual({ kind: "end-marker", at: reads[1]?.at });
  expect(textOf(body)).toBe(halves.join(""));
});

test("a body that ends soon after the marker keeps its connection", async () => {
  const { send, server } = await rig(async (socket) => {
    socket.write(streamHead + done);
    await pause(5);
    socket.write(lastChunk);
  });
  expect((await send()).ending.kind).toBe("body-end");
  await pause(10);
  expect((await send()).connection.fresh).toBe(false);
  expect(server.connections()).toBe(1);
});
