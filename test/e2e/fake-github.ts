// A GitHub that knows one pull request and keeps its comments; every other route is not found.
import { createServer, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly html_url: string;
}

export interface FakeGitHub {
  readonly api: string;
  readonly comments: Comment[];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const parsed: { body?: string } = JSON.parse(Buffer.concat(parts).toString("utf8") || "{}");
  return parsed.body ?? "";
}

interface Answer {
  readonly status: number;
  readonly json?: unknown;
}

async function answer(comments: Comment[], request: IncomingMessage): Promise<Answer> {
  const [path = ""] = (request.url ?? "").split("?");
  const id = Number(/\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
  const known = comments.find((comment) => comment.id === id);
  const isList = path.endsWith("/issues/7/comments");
  if (isList && request.method === "GET") return { status: 200, json: comments };
  if (isList && request.method === "POST") {
    const next = 100 + comments.length;
    const user = { login: "github-actions[bot]", type: "Bot" };
    const html_url = `https://github.com/octo/endpoint/pull/7#issuecomment-${next}`;
    const comment = { id: next, body: await bodyOf(request), user, html_url };
    comments.push(comment);
    return { status: 201, json: comment };
  }
  if (known && request.method === "PATCH") {
    known.body = await bodyOf(request);
    return { status: 200, json: known };
  }
  if (known && request.method === "DELETE") {
    comments.splice(comments.indexOf(known), 1);
    return { status: 204 };
  }
  return { status: 404, json: { message: "Not Found" } };
}

export async function fakeGitHub(): Promise<FakeGitHub> {
  const comments: Comment[] = [];
  const server = createServer(async (request, response) => {
    const { status, json } = await answer(comments, request);
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { api: `http://127.0.0.1:${port}`, comments };
}
