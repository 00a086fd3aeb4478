// Faults: what goes wrong, at which call, and how often.
import type { ServerResponse } from "node:http";
import type { Answer, Exchange } from "./exchange.ts";
import { refused } from "./exchange.ts";

/** A status, a whole answer, a connection that is reset, or an answer that never comes. */
export type How = number | Answer | "reset" | "hang";

export interface Fault {
  readonly how: How;
  readonly method?: string;
  /** Of the path without its query. */
  readonly path?: RegExp;
  /** The calls of the server, counted from 0; every one unless said. */
  readonly at?: number;
  /** How often it strikes; always unless said. */
  readonly times?: number;
}

/** GitHub's own words where they are known. */
const messages: Readonly<Record<number, string>> = {
  401: "Bad credentials",
  403: "Resource not accessible by integration",
  404: "Not Found",
  409: "Conflict",
  410: "Artifact has expired",
  422: "Validation Failed",
  429: "You have exceeded a secondary rate limit",
  500: "Server Error",
  502: "Server Error",
  503: "Service unavailable",
};

export function faultBook() {
  const faults: { fault: Fault; struck: number }[] = [];
  const strikes = ({ method, path, at, times }: Fault, exchange: Exchange, call: number) =>
    (method ?? exchange.method) === exchange.method &&
    (path?.test(exchange.path) ?? true) &&
    (at ?? call) === call &&
    (times ?? 1) > 0;
  return {
    add: (fault: Fault) => void faults.push({ fault, struck: 0 }),
    clear: () => void faults.splice(0),
    /** The first fault that is due. */
    due(exchange: Exchange, call: number): How | undefined {
      const found = faults.find(
        ({ fault, struck }) =>
          strikes(fault, exchange, call) && struck < (fault.times ?? Number.POSITIVE_INFINITY),
      );
      if (!found) return undefined;
      found.struck += 1;
      return found.fault.how;
    },
  };
}

/** The fault as an answer; undefined where it has dealt with the connection itself. */
export function suffer(how: How, response: ServerResponse): Answer | undefined {
  if (how === "hang") return undefined;
  if (how === "reset") {
    response.socket?.resetAndDestroy();
    return undefined;
  }
  return typeof how === "number" ? refused(how, messages[how] ?? "Fault") : how;
}
