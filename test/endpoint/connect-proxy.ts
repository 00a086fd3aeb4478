// A tiny proxy that does nothing but CONNECT, and remembers what it was asked.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface ConnectProxy {
  /** host:port */
  readonly host: string;
  /** Heads of the requests that came, in order. */
  readonly heads: readonly string[];
}

function tunnel(client: Socket, head: string): void {
  const [, port = "0"] = /^CONNECT [^ ]+:(\d+) /.exec(head) ?? [];
  const server = connect(Number(port), "127.0.0.1", () => {
    client.write("HTTP/1.1 200 Connected\r\n\r\n");
    client.pipe(server).pipe(client);
  });
  server.on("error", () => client.destroy());
  client.on("error", () => server.destroy());
}

/** Whatever host it is asked for, it goes to that port of this machine. */
export async function connectProxy(): Promise<ConnectProxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    socket.once("data", (bytes) => {
      heads.push(bytes.toString());
      tunnel(socket, bytes.toString());
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  return { host: `127.0.0.1:${typeof address === "object" ? address?.port : 0}`, heads };
}
