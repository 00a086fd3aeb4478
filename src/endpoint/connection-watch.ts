// Tells which requests are written to a connection that was opened for them.
import { subscribe, unsubscribe } from "node:diagnostics_channel";

const channel = "undici:client:sendHeaders";

function socketOf(message: unknown): object | undefined {
  const socket =
    typeof message === "object" && message !== null && "socket" in message
      ? message.socket
      : undefined;
  return typeof socket === "object" && socket !== null ? socket : undefined;
}

/**
 * undici publishes the socket right after it started a request, synchronously; who expects it at that moment learns
 * whether the socket has carried a request before. The channel is shared with every undici of the process, whose
 * requests nobody here expects.
 */
export class ConnectionWatch {
  readonly #used = new WeakSet<object>();
  #expecting: ((fresh: boolean) => void) | undefined;

  start(): void {
    subscribe(channel, this.#hear);
  }

  stop(): void {
    unsubscribe(channel, this.#hear);
  }

  /** `told` is called with the next request that is written. */
  expect(told: (fresh: boolean) => void): void {
    this.#expecting = told;
  }

  readonly #hear = (message: unknown): void => {
    const told = this.#expecting;
    const socket = socketOf(message);
    this.#expecting = undefined;
    if (!told || !socket) return;
    told(!this.#used.has(socket));
    this.#used.add(socket);
  };
}
