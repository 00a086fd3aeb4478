// Rest: GitHub's REST API for what the baseline stores ask: few calls, own retries, bounds on everything.
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { oneLine } from "../../report/text/escape.ts";
import { type Answered, type Asked, agentsOf, exchange, TooLargeError } from "./exchange.ts";
import { isLimited, type Patience, pauseAfter, usualPatience } from "./patience.ts";

export interface RestOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly patience?: Patience | undefined;
}

/** GitHub answered, and not with what was asked for; `status` is undefined where no answer came. */
export class RestError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "RestError";
    this.status = status;
  }
}

interface Ask {
  readonly method?: "GET" | "POST" | "PATCH";
  /** Below the API's base: "repos/acme/app/commits". */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly accept?: string;
  readonly mostBytes?: number;
}

export interface Rest {
  /** The JSON of an answer of 2xx, as `schema` has it. */
  json<T>(ask: Ask, schema: z.ZodType<T>): Promise<T>;
  /** The bytes of an answer of 2xx. */
  bytes(ask: Ask): Promise<Buffer>;
  /** The bytes of what a 302 points to, asked without the token. */
  redirected(ask: Ask): Promise<Buffer>;
}

const usualBytes = 8 * 1024 * 1024;
const longestMessage = 200;
const agent = "latency-gate";

/** The base may have a path of its own (GHES, Gitea). */
function urlOf({ path, query = {} }: Ask, apiUrl: string): URL {
  const url = new URL(`${apiUrl.replace(/\/+$/, "")}/${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function messageIn(body: Buffer): string {
  try {
    const { message } = JSON.parse(body.toString("utf8"));
    return typeof message === "string" ? oneLine(message, longestMessage) : "";
  } catch {
    return "";
  }
}

function refusalOf(answer: Answered): RestError {
  const limited = isLimited(answer) ? " (rate limited)" : "";
  const message = messageIn(answer.body) || "no reason given";
  return new RestError(`${message}${limited}`, answer.status);
}

function unansweredOf(cause: unknown): RestError {
  if (cause instanceof RestError) return cause;
  const timedOut = cause instanceof Error && /abort|timeout/i.test(cause.name);
  const reason = cause instanceof Error ? oneLine(cause.message, longestMessage) : "unknown";
  return new RestError(timedOut ? "no answer in time" : reason, undefined, { cause });
}

interface Session extends RestOptions {
  readonly patience: Patience;
  /** Aborted when the patience is at its end. */
  readonly overall: AbortSignal;
  readonly agents: ReturnType<typeof agentsOf>;
}

type Request = Omit<Asked, "signal">;

/** Milliseconds to wait after this try, or the answer to be content with. */
async function attempt(
  request: Request,
  tries: number,
  { patience, overall, agents }: Session,
): Promise<Answered | number> {
  const repeatable = request.method === "GET";
  try {
    const signal = AbortSignal.any([overall, AbortSignal.timeout(patience.call)]);
    const answer = await exchange({ ...request, signal }, agents);
    return (repeatable ? pauseAfter(answer, tries, patience) : undefined) ?? answer;
  } catch (cause) {
    const final = !repeatable || overall.aborted || cause instanceof TooLargeError;
    const pause = final ? undefined : patience.pauses[tries - 1];
    if (pause === undefined) throw unansweredOf(cause);
    return pause;
  }
}

/** Only what changes nothing is asked again. */
async function answered(request: Request, session: Session): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(request, tries, session);
    if (typeof outcome !== "number") return outcome;
    await sleep(outcome, undefined, { signal: session.overall }).catch((cause: unknown) => {
      throw unansweredOf(cause);
    });
  }
}

function requestOf(ask: Ask, { apiUrl, token }: Session): Request {
  const { method = "GET", accept = "application/vnd.github+json", mostBytes = usualBytes } = ask;
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  const headers = {
    accept,
    authorization: `Bearer ${token}`,
    "user-agent": agent,
    "x-github-api-version": "2022-11-28",
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }),
  };
  return { method, url: urlOf(ask, apiUrl), headers, body, mostBytes };
}

async function bytes(ask: Ask, session: Session): Promise<Buffer> {
  const answer = await answered(requestOf(ask, session), session);
  if (answer.status < 200 || answer.status > 299) throw refusalOf(answer);
  return answer.body;
}

async function json<T>(ask: Ask, schema: z.ZodType<T>, session: Session): Promise<T> {
  const parsed = schema.safeParse(parsedJson(await bytes(ask, session)));
  if (!parsed.success) throw new RestError(`an answer of another shape to ${ask.path}`);
  return parsed.data;
}

/** Where the bytes lie: elsewhere, so that the token must not go there. */
function placeIn({ headers }: Answered, { apiUrl }: Session): URL {
  const url = URL.parse(headers["location"] ?? "");
  const secure = url?.protocol === "https:" || url?.protocol === new URL(apiUrl).protocol;
  if (!url || !secure) throw new RestError("a redirect to a place that is not HTTPS");
  return url;
}

/** Some forges give the bytes at once. */
async function redirected(ask: Ask, session: Session): Promise<Buffer> {
  const answer = await answered(requestOf(ask, session), session);
  if (answer.status === 200) return answer.body;
  if (answer.status !== 302) throw refusalOf(answer);
  const { mostBytes = usualBytes } = ask;
  const headers = { "user-agent": agent };
  const request = { method: "GET", url: placeIn(answer, session), headers, mostBytes };
  const blob = await answered(request, session);
  if (blob.status !== 200) throw refusalOf(blob);
  return blob.body;
}

/** `total` of the patience counts from here on. */
export function restOf(options: RestOptions): Rest {
  const patience = options.patience ?? usualPatience;
  const overall = AbortSignal.timeout(patience.total);
  const session = { ...options, patience, overall, agents: agentsOf() };
  return {
    json: (ask, schema) => json(ask, schema, session),
    bytes: (ask) => bytes(ask, session),
    redirected: (ask) => redirected(ask, session),
  };
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
