// HTTPS: certificates are checked unless told otherwise, and streams are read the same.
import { once } from "node:events";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { chunk, lastChunk, streamHead } from "../support/raw-server.ts";
import { cert, key } from "./certificate.ts";
import { aRequest, endpointTo, never, pause, textOf } from "./exchange.ts";

type AnyServer = ReturnType<typeof createServer>;

async function originOf(server: AnyServer): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

function tlsServer(): AnyServer {
  return createTlsServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    socket.setNoDelay(true);
    socket.once("data", async () => {
      // Two records at once, a third alone.
      socket.write(streamHead + chunk("data: 1\n\n"));
      socket.write(chunk("data: 2\n\n"));
      await pause(30);
      socket.write(chunk("data: 3\n\n") + chunk("data: [DONE]\n\n") + lastChunk);
    });
  });
}

test("a certificate that nobody vouches for is a connect error", async () => {
  const endpoint = endpointTo(await originOf(tlsServer()));
  const { ending } = await endpoint.send(aRequest(), never);
  expect(ending).toMatchObject({
    kind: "connect-error",
    detail: expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT"),
  });
});

test("a stream over TLS is read whole, later records at later instants", async () => {
  const endpoint = endpointTo(await originOf(tlsServer()), { insecureTls: true });
  const { body, reads, ending, connection } = await endpoint.send(aRequest(), never);
  expect(textOf(body)).toBe("data: 1\n\ndata: 2\n\ndata: 3\n\ndata: [DONE]\n\n");
  expect(ending.kind).toBe("body-end");
  expect(connection.fresh).toBe(true);
  expect(reads.length).toBeGreaterThan(1);
  expect(reads.at(-1)).toMatchObject({ end: body.length });
  expect(reads.at(-1)!.at).toBeGreaterThan(reads[0]!.at);
});

test("a server that speaks no TLS is a connect error", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"));
  });
  const endpoint = endpointTo(await originOf(server));
  const { ending } = await endpoint.send(aRequest(), never);
  expect(ending).toMatchObject({
    kind: "connect-error",
    detail: expect.stringMatching(/wrong version number/i),
  });
});
