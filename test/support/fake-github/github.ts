// A GitHub of our own on 127.0.0.1: routes with state, tokens with rights, a log of calls, faults and latency.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Edition, judgeOf } from "./described.ts";
import {
  type Access,
  type Answer,
  type Exchange,
  notFound,
  type Permissions,
  type Route,
  refused,
} from "./exchange.ts";
import { faultBook, suffer } from "./faults.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
}

export interface FakeOptions {
  /** By token; others are refused with 401. */
  readonly tokens?: Readonly<Record<string, Permissions>>;
  /** Milliseconds before each answer. */
  readonly latency?: () => number;
  /** Whose description judges requests and answers; see `violations`. */
  readonly described?: Edition;
}

/** The rights that the README's workflow gives. */
export const workflowToken = "ghs_workflow";
const workflowRights: Permissions = { contents: "read", actions: "read", "pull-requests": "write" };

function paramsOf(route: Route, method: string, path: string): Record<string, string> | undefined {
  if (route.method !== method) return undefined;
  const names: string[] = [];
  const pattern = route.path.replace(/:(\w+)(\*?)/g, (_, name: string, rest: string) => {
    names.push(name);
    return rest ? "(.+)" : "([^/]+)";
  });
  const found = new RegExp(`^${pattern}$`).exec(path);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0) return undefined;
  const isJson = request.headers["content-type"]?.includes("json") ?? false;
  return isJson ? JSON.parse(bytes.toString("utf8")) : bytes;
}

function allows(rights: Permissions, needs: readonly string[]): boolean {
  const enough = (has: Access | undefined, asked: string) => has === "write" || has === asked;
  return needs.some((need) => {
    const [scope = "", asked = "read"] = need.split(":");
    return enough(rights[scope], asked);
  });
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization?.replace(/^(token|bearer) /i, "");
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port to be had");
  return `http://127.0.0.1:${address.port}`;
}

/** Serves `routes`, the first that fits; close it when the test is over. */
export async function serveGitHub(routes: readonly Route[], options: FakeOptions = {}) {
  const tokens = options.tokens ?? { [workflowToken]: workflowRights };
  const calls: Call[] = [];
  const faults = faultBook();
  const described = options.described && judgeOf(options.described);

  function forbidden(route: Route, authorization: string | undefined): Answer | undefined {
    const token = tokenOf(authorization);
    if (token === undefined || route.needs === undefined) return undefined;
    const rights = tokens[token];
    if (!rights) return refused(401, "Bad credentials");
    if (allows(rights, route.needs)) return undefined;
    const accepted = route.needs.map((need) => need.replace(":", "=")).join("; ");
    const headers = { "x-accepted-github-permissions": accepted.replaceAll("-", "_") };
    return { ...refused(403, "Resource not accessible by integration"), headers };
  }

  async function answerTo(exchange: Omit<Exchange, "params">): Promise<Answer> {
    for (const route of routes) {
      const params = paramsOf(route, exchange.method, exchange.path);
      if (!params) continue;
      const asked = { ...exchange, params };
      const answer =
        forbidden(route, exchange.headers["authorization"]) ?? (await route.answer(asked));
      return described ? described.judge(asked, answer) : answer;
    }
    return notFound;
  }

  function send(answer: Answer, response: ServerResponse) {
    const type = answer.bytes ? "application/octet-stream" : "application/json; charset=utf-8";
    response.writeHead(answer.status, { "content-type": type, ...answer.headers });
    response.end(answer.bytes ?? (answer.json === undefined ? "" : JSON.stringify(answer.json)));
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", origin);
    const { authorization } = request.headers;
    const method = request.method ?? "GET";
    const exchange = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body: await bodyOf(request),
      origin,
      params: {},
    };
    const call = calls.push({ method, path: url.pathname, query: url.search, authorization }) - 1;
    if (options.latency) await sleep(options.latency());
    const how = faults.due(exchange, call);
    const answer = how === undefined ? await answerTo(exchange) : suffer(how, response);
    if (answer) send(answer, response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(599).end(`the fake itself failed: ${String(error)}`);
    });
  });
  const origin = await listening(server);
  return {
    apiUrl: origin,
    calls,
    /** What GitHub would not have taken, or not have answered; empty where nothing describes it. */
    violations: described?.violations ?? [],
    fail: faults.add,
    heal: faults.clear,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
