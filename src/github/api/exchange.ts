// Exchange: one HTTP request by hand, through the runner's proxy: bounded in time and bytes, redirects not followed.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { HttpClient } from "@actions/http-client";

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Of the answer, decoded or not: more is refused. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** More than was allowed; asking again would change nothing. */
export class TooLargeError extends Error {
  constructor(mostBytes: number) {
    super(`the answer is over ${mostBytes} bytes`);
    this.name = "TooLargeError";
  }
}

async function collect(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of answer) {
    total += part.length;
    if (total > mostBytes) {
      answer.destroy();
      throw new TooLargeError(mostBytes);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function headersOf({ headers }: IncomingMessage): Answered["headers"] {
  const pairs = Object.entries(headers).map(([name, value]) => [name, value?.toString()]);
  return Object.fromEntries(pairs);
}

function opened({ method, url, headers, body, signal }: Asked, agents: HttpClient) {
  const agent = agents.getAgent(url.href);
  const send = url.protocol === "http:" ? httpRequest : httpsRequest;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = send(url, { method, headers, agent, signal }, resolve);
    asked.once("error", reject);
    asked.end(body);
  });
}

/** `agents` knows the proxy that the environment names, and keeps connections. */
export async function exchange(asked: Asked, agents: HttpClient): Promise<Answered> {
  const answer = await opened(asked, agents);
  const body = await collect(answer, asked.mostBytes);
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), body };
}

export function agentsOf(): HttpClient {
  return new HttpClient("latency-gate", [], { keepAlive: true });
}
