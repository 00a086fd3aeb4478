// One request on the wire becomes one transcript, whatever the server does with it.
import { expect, test } from "vitest";
import { fromMilliseconds } from "../../src/time.ts";
import { chunk, lastChunk, plainAnswer, streamHead } from "../support/raw-server.ts";
import { aRequest, endpointTo, never, pause, rig, textOf } from "./exchange.ts";

test("a plain answer comes back whole, with its instants in order", async () => {
  const { send, server } = await rig((socket) => socket.write(plainAnswer("hello")));
  const transcript = await send();
  expect(transcript).toMatchObject({ status: 200, headers: { "content-length": "5" } });
  expect(textOf(transcript.body)).toBe("hello");
  expect(transcript.ending.kind).toBe("body-end");
  const { handedAt, sentAt = 0, headersAt = 0, reads, ending } = transcript;
  const instants = [handedAt, sentAt, headersAt, ...reads.map(({ at }) => at), ending.at];
  expect(instants.toSorted((a, b) => a - b)).toEqual(instants);
  expect(instants.every(Number.isInteger)).toBe(true);
  expect(server.requests[0]).toMatchObject({ body: '{"stream":true}' });
  expect(server.requests[0]?.head).toContain("POST /v1/chat/completions HTTP/1.1");
});

test("chunks of one write share one read, chunks of later writes have their own", async () => {
  const { send } = await rig(async (socket) => {
    socket.write(streamHead);
    await pause(30);
    socket.write(chunk("data: 1\n\n") + chunk("data: 2\n\n"));
    await pause(30);
    socket.write(chunk("data: 3\n\n") + lastChunk);
  });
  const { reads, body } = await send();
  expect(reads.map(({ end }) => end)).toEqual([18, 27]);
  expect(reads[1]!.at).toBeGreaterThan(reads[0]!.at);
  expect(textOf(body)).toBe("data: 1\n\ndata: 2\n\ndata: 3\n\n");
});

// Every byte in a segment of its own, or none: chunk sizes, CRLFs and characters are cut anywhere.
test.each([1, 2, 3, 7, 50])(
  "a stream cut into writes of %i bytes gives the same body",
  async (size) => {
    const text = "data: ünï€ode\n\ndata: two\n\n";
    const wire = Buffer.from(streamHead + chunk(text) + chunk("data: [DONE]\n\n") + lastChunk);
    const { send } = await rig(async (socket) => {
      for (let at = 0; at < wire.length; at += size) {
        socket.write(wire.subarray(at, at + size));
        await pause(0);
      }
    });
    // Without a marker: byte by byte the body may end later after it than a client waits.
    const { body, ending, reads } = await send({ endMarkers: [] });
    expect(textOf(body)).toBe(`${text}data: [DONE]\n\n`);
    expect(ending.kind).toBe("body-end");
    expect(reads.at(-1)?.end).toBe(body.length);
  },
);

test("a response longer than the first arena is recorded whole", async () => {
  const events = Array.from({ length: 3_000 }, (_, index) => `data: ${index}\n\n`.padEnd(60, " "));
  const { send } = await rig((socket) => {
    socket.write(streamHead + events.map(chunk).join("") + lastChunk);
  });
  expect(textOf((await send()).body)).toBe(events.join(""));
});

test("a recording is used again without what it held before", async () => {
  const { send } = await rig((socket, { body }) => socket.write(plainAnswer(body)));
  const first = await send({ body: "a long first body" });
  const second = await send({ body: "short" });
  expect(textOf(second.body)).toBe("short");
  expect(second.reads.map(({ end }) => end)).toEqual([5]);
  expect(textOf(first.body)).toBe("a long first body");
});

test("a redirect is a status like any other", async () => {
  const answer = "HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
  const { send, server } = await rig((socket) => socket.write(answer));
  expect(await send()).toMatchObject({ status: 307, ending: { kind: "body-end" }, reads: [] });
  expect(server.requests.length).toBe(1);
});

test("an interim answer is not the answer", async () => {
  const { send } = await rig((socket) =>
    socket.write(
      `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${plainAnswer("x", "201 Created")}`,
    ),
  );
  const { status, headers } = await send();
  expect(status).toBe(201);
  expect(headers).not.toHaveProperty("link");
});

test("an interim answer alone is none", async () => {
  const { send } = await rig(async (socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n");
    await pause(30);
    socket.resetAndDestroy();
  });
  const transcript = await send();
  expect(transcript).toMatchObject({ headers: {}, ending: { kind: "connection-lost" } });
  expect(transcript).not.toHaveProperty("status");
  expect(transcript).not.toHaveProperty("headersAt");
});

test("repeated headers are joined", async () => {
  const { send } = await rig((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nVia: a\r\nvia: b\r\ncontent-length: 0\r\n\r\n"),
  );
  expect((await send()).headers["via"]).toBe("a, b");
});

test("128 streams at once are 128 at the server", async () => {
  let open = 0;
  let most = 0;
  const { endpoint, server } = await rig(async (socket) => {
    most = Math.max(most, ++open);
    socket.write(streamHead);
    while (open < 128 && most < 128) await pause(5);
    socket.write(chunk("data: [DONE]\n\n") + lastChunk);
  });
  const all = Array.from({ length: 128 }, () => endpoint.send(aRequest(), never));
  const endings = new Set((await Promise.all(all)).map(({ ending }) => ending.kind));
  expect({ most, connections: server.connections() }).toEqual({ most: 128, connections: 128 });
  expect([...endings]).toEqual(["body-end"]);
});

test("a header that HTTP forbids is our fault, not the endpoint's", async () => {
  const endpoint = endpointTo("http://127.0.0.1:1");
  const sending = endpoint.send(aRequest({ headers: { "x-key": "two\nlines" } }), never);
  await expect(sending).rejects.toThrow("a request could not be sent: invalid x-key header");
});

test("an endpoint that is closed interrupts what still runs", async () => {
  const { send, endpoint, server } = await rig((socket) => socket.write(streamHead));
  const sending = send({ timeout: fromMilliseconds(20_000) });
  while (server.requests.length === 0) await pause(5);
  await endpoint.close();
  expect((await sending).ending.kind).toBe("interrupted");
});

// undici keeps the start of a trailer by reference until the rest comes; what it lies in is freed meanwhile.
test("trailers may be cut anywhere, and the connection is used again", async () => {
  const tail = "0\r\nx-first: one\r\nx-second: two\r\n\r\n";
  for (let cut = 1; cut < tail.length; cut += 3) {
    const { send, server } = await rig(async (socket) => {
      socket.write(streamHead + chunk("data: 1\n\n") + tail.slice(0, cut));
      await pause(4);
      socket.write(tail.slice(cut));
    });
    for (let nth = 0; nth < 2; nth += 1) {
      const { body, ending } = await send();
      expect([textOf(body), ending.kind]).toEqual(["data: 1\n\n", "body-end"]);
      await pause(2);
    }
    expect(server.connections()).toBe(1);
  }
});
