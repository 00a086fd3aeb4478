// Tells over which connection a request goes, whether it was opened for it, and when too much comes back on it.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { maxWireBytes } from "../body/bounds.ts";

const channel = "undici:client:sendHeaders";

function socketOf(message: unknown): Socket | undefined {
  const socket =
    typeof message === "object" && message !== null && "socket" in message
      ? message.socket
      : undefined;
  return socket instanceof Socket ? socket : undefined;
}

/**
 * Calls `onFlood` once more has come than one answer may take, of which undici may pass nothing on: it skips chunk
 * extensions, for one. Returns what ends the watch.
 */
export function watchWire(socket: Socket, onFlood: () => void): () => void {
  const before = socket.bytesRead;
  const check = () => {
    if (socket.bytesRead - before > maxWireBytes) onFlood();
  };
  socket.on("readable", check);
  return () => socket.off("readable", check);
}

/** Told with the connection that a request is written to. */
type Told = (socket: Socket, fresh: boolean) => void;

/**
 * undici publishes the socket right after it started a request, synchronously; who expects it at that moment learns
 * whether the socket has carried a request before. The channel is shared with every undici of the process, whose
 * requests nobody here expects.
 */
export class ConnectionWatch {
  readonly #used = new WeakSet<Socket>();
  #expecting: Told | undefined;

  start(): void {
    subscribe(channel, this.#hear);
  }

  stop(): void {
    unsubscribe(channel, this.#hear);
  }

  /** `told` is called with the next request that is written. */
  expect(told: Told): void {
    this.#expecting = told;
  }

  readonly #hear = (message: unknown): void => {
    const told = this.#expecting;
    const socket = socketOf(message);
    this.#expecting = undefined;
    if (!told || !socket) return;
    told(socket, !this.#used.has(socket));
    this.#used.add(socket);
  };
}
