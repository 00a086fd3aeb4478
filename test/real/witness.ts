// Witness: a TCP relay that passes every byte on at once, unchanged, and keeps a stamped copy of each exchange.
import { connect, createServer, type Socket } from "node:net";
import { listen } from "../e2e/listen.ts";

/** One request and its answer as they passed by. Instants: ms of this process's monotonic clock. */
export interface Exchange {
  /** Arrival of the request's first byte: never before the client handed it over. */
  readonly askedAt: number;
  readonly request: Buffer[];
  /** Each read of the answer, stamped before it was passed on: never after the client saw it. */
  readonly reads: { readonly at: number; readonly bytes: Buffer }[];
}

export interface Witness {
  readonly port: number;
  /** Every exchange so far, in order of asking. */
  readonly exchanges: readonly Exchange[];
  close(): void;
}

function newExchange(): Exchange {
  return { askedAt: performance.now(), request: [], reads: [] };
}

/** Requests are not pipelined, so bytes from the client after an answer began start the next exchange. */
function relay(client: Socket, upstreamPort: number, exchanges: Exchange[]): void {
  const upstream = connect({ port: upstreamPort, host: "127.0.0.1", noDelay: true });
  client.setNoDelay(true);
  let current: Exchange | undefined;
  client.on("data", (bytes) => {
    if (!current || current.reads.length > 0) {
      current = newExchange();
      exchanges.push(current);
    }
    current.request.push(Buffer.from(bytes));
    upstream.write(bytes);
  });
  upstream.on("data", (bytes) => {
    current?.reads.push({ at: performance.now(), bytes: Buffer.from(bytes) });
    client.write(bytes);
  });
  client.on("end", () => upstream.end()).on("error", () => upstream.destroy());
  upstream.on("end", () => client.end()).on("error", () => client.destroy());
}

export async function startWitness(upstreamPort: number): Promise<Witness> {
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("close", () => sockets.delete(client));
    relay(client, upstreamPort, exchanges);
  });
  const port = await listen(server);
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, exchanges, close };
}
