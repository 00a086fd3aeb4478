// A TCP server on port 0 whose every byte is scripted, for what no HTTP library would send.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

interface RawRequest {
  /** The connection that it came on, counted from 0. */
  readonly connection: number;
  /** Its place on that connection, counted from 0. */
  readonly nth: number;
  /** Request line and headers as received. */
  readonly head: string;
  readonly body: string;
}

/** Answers one request, however oddly. */
export type Script = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
  readonly origin: string;
  readonly requests: readonly RawRequest[];
  /** Connections accepted so far. */
  connections(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Takes whole requests off the received text; what is left waits for more. */
function* wholeRequests(pending: { text: string }): Generator<{ head: string; body: string }> {
  for (;;) {
    const headEnd = pending.text.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = pending.text.slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (pending.text.length < end) return;
    const body = pending.text.slice(headEnd + 4, end);
    pending.text = pending.text.slice(end);
    yield { head, body };
  }
}

/** `accepted` is shown each connection before anything came on it. */
export async function rawServer(
  script: Script,
  accepted: (socket: Socket) => void = () => {},
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = connections++;
    const pending = { text: "" };
    let nth = 0;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    accepted(socket);
    socket.on("data", (bytes) => {
      pending.text += bytes.toString("latin1");
      for (const { head, body } of wholeRequests(pending)) {
        const request = { connection, nth: nth++, head, body };
        requests.push(request);
        script(socket, request);
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export const streamHead =
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
export const lastChunk = "0\r\n\r\n";

export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** A complete answer with a length, after which the connection may be used again. */
export function plainAnswer(body: string, status = "200 OK"): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
