// A page beside the endpoint: its text whatever its status, and never more of it than is of use.
import { once } from "node:events";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { fetchText } from "../../src/endpoint/fetch-text.ts";
import { chunk, plainAnswer, rawServer, type Script, streamHead } from "../support/raw-server.ts";
import { cert, key } from "./certificate.ts";
import { never, pause } from "./exchange.ts";

async function originOf(script: Script): Promise<string> {
  const server = await rawServer(script);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.origin;
}

test.each(["200 OK", "404 Not Found", "500 Oops"])("the text of a %s is told", async (status) => {
  const origin = await originOf((socket) => socket.write(plainAnswer("abc123", status)));
  expect(await fetchText(origin, { signal: never, proxy: {} })).toBe("abc123");
});

test("a page without end is cut after its first MiB", async () => {
  const block = chunk("x".repeat(64 * 1024));
  let poured = 0;
  const origin = await originOf((socket) => {
    socket.write(streamHead);
    const pour = () => {
      while (!socket.destroyed && socket.write(block)) poured += 1;
    };
    socket.on("drain", pour);
    pour();
  });
  expect((await fetchText(origin, { signal: never, proxy: {} })).length).toBe(1024 * 1024);
  await pause(20);
  // What the sockets of both sides hold comes on top: far from the GiB that ten seconds would bring.
  expect(poured * 64 * 1024).toBeLessThan(32 * 1024 * 1024);
});

test("a page that never comes is given up when the job is", async () => {
  const origin = await originOf(() => {});
  const controller = new AbortController();
  const fetching = fetchText(origin, { signal: controller.signal, proxy: {} });
  await pause(20);
  controller.abort(new Error("stopped"));
  await expect(fetching).rejects.toThrow("stopped");
});

test("a certificate that nobody vouches for is accepted only where that is asked for", async () => {
  const server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(plainAnswer("v1")));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  const options = { signal: never, proxy: {} };
  await expect(fetchText(url, options)).rejects.toThrow("self-signed");
  expect(await fetchText(url, { ...options, insecureTls: true })).toBe("v1");
});
