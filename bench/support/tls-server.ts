// A small HTTPS endpoint in a process of its own that counts how many requests it has open; asked by lines like the others.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { cert, key } from "../../test/endpoint/certificate.ts";

export interface TlsStats {
  readonly port: number;
  readonly accepted: number;
  readonly requests: number;
  /** Since the last time it was asked. */
  readonly maxActive: number;
}

const event = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const tail =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}\n\n' +
  'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}\n\ndata: [DONE]\n\n';

async function serve(): Promise<void> {
  const seen = { accepted: 0, requests: 0, maxActive: 0 };
  let active = 0;
  const server = createServer(
    { cert, key, keepAliveTimeout: 60_000 },
    async (request, response) => {
      request.resume();
      seen.requests += 1;
      active += 1;
      seen.maxActive = Math.max(seen.maxActive, active);
      const headers = { "content-type": "text/event-stream" };
      response.writeHead(
        200,
        request.url?.includes("close=1") ? { ...headers, connection: "close" } : headers,
      );
      response.write(event("one "));
      await sleep(10);
      active -= 1;
      response.end(event("two") + tail);
    },
  );
  server.on("secureConnection", () => {
    seen.accepted += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  for await (const _ of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify({ port, ...seen }));
    seen.maxActive = active;
  }
  process.exit(0);
}

if (process.argv[1] === import.meta.filename) await serve();
