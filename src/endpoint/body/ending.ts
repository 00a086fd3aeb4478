// How a request ended, told from the error that undici or a socket gave.
import type { Ending } from "../../dialect/transcript.ts";
import type { Micros } from "../../time.ts";

const maxDetailLength = 200;

/** How far a request had come: written, first bytes of an answer, its whole head. */
export type Reached = "nothing" | "request" | "answer" | "head";

/** undici asserts what it believes of servers; an answer that proves it wrong is not HTTP. */
const assertion = "ERR_ASSERTION";
const lengthMismatch = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
const badHttpCodes = new Set(["UND_ERR_HEADERS_OVERFLOW", assertion]);
/** undici's words, under its code of a broken socket, for an answer that it cannot accept. */
const badHttpMessages = new Set(["bad response", "bad upgrade"]);
/** Our own closing of the endpoint. */
const closedByUs = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function describeOne(error: Error): string {
  const code = codeOf(error);
  const message = error.message || error.name;
  return code === undefined || message.includes(code) ? message : `${code}: ${message}`;
}

/** Of several addresses tried each has its own error, and the whole none to show. */
function describe(error: Error): string {
  const parts = error instanceof AggregateError ? error.errors : [error, error.cause];
  const texts = parts.filter((part) => part instanceof Error).map(describeOne);
  return [...new Set(texts)].join("; ").replace(/\s+/g, " ").slice(0, maxDetailLength);
}

/**
 * `HTTPParserError` has no code; a body cut short by a closing peer comes under its name too. A head that contradicts
 * itself on the body's length is told as a mismatch before there is a body.
 */
function isBadHttp(error: Error, reached: Reached): boolean {
  if (error.name === "HTTPParserError") return !error.message.includes("Invalid EOF state");
  const code = codeOf(error) ?? "";
  if (code === lengthMismatch) return reached !== "head";
  return badHttpCodes.has(code) || badHttpMessages.has(error.message);
}

/** What no network can cause: an error of our own code or of undici's. */
export function isOurFault(error: Error, reached: Reached): boolean {
  const code = codeOf(error);
  if (code === undefined)
    return error.name !== "HTTPParserError" && !(error instanceof AggregateError);
  if (code === "UND_ERR_INVALID_ARG") return reached === "nothing";
  if (code === assertion) return reached === "nothing" || reached === "request";
  return code.startsWith("ERR_INVALID_ARG");
}

export interface Interruption {
  readonly error: Error;
  readonly at: Micros;
  readonly reached: Reached;
}

export function endingFrom({ error, at, reached }: Interruption): Ending {
  if (closedByUs.has(codeOf(error) ?? "")) return { kind: "interrupted", at };
  const detail = describe(error);
  // A proxy's refusal is undici's own error, raised in the place of an answer.
  const refusedByProxy = codeOf(error) === "UND_ERR_INVALID_ARG";
  if (reached === "nothing" || refusedByProxy) return { kind: "connect-error", at, detail };
  return { kind: isBadHttp(error, reached) ? "bad-http" : "connection-lost", at, detail };
}
