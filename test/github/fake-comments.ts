// A small GitHub that knows three things: who asks, the comments of one pull request, and how to change them.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
}

interface Fault {
  readonly status: number;
  readonly message: string;
}

/** The next call of each kind may fail; `list` answers `perPage` comments at most, as GitHub does. */
export interface Faults {
  readonly list?: Fault;
  readonly create?: Fault;
  readonly update?: Fault;
}

export const actionsBot = { login: "github-actions[bot]", type: "Bot" };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return (JSON.parse(text) as { body: string }).body;
}

export async function fakeGithub(comments: FakeComment[], faults: Faults = {}) {
  const calls: string[] = [];
  const shown = (comment: FakeComment) => ({
    ...comment,
    html_url: `https://github.example/acme/app/pull/7#issuecomment-${comment.id}`,
  });

  function list(url: URL): [number, unknown, Record<string, string>] {
    if (faults.list) return [faults.list.status, faults.list, {}];
    const page = Number(url.searchParams.get("page") ?? "1");
    const size = Number(url.searchParams.get("per_page") ?? "30");
    const rest = comments.length > page * size;
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    const headers: Record<string, string> = rest ? { link: `<${next}>; rel="next"` } : {};
    return [200, comments.slice((page - 1) * size, page * size).map(shown), headers];
  }

  function create(body: string): [number, unknown] {
    if (faults.create) return [faults.create.status, faults.create];
    const comment = { id: 1000 + comments.length, body, user: actionsBot };
    comments.push(comment);
    return [201, shown(comment)];
  }

  function update(id: number, body: string): [number, unknown] {
    const found = comments.find((comment) => comment.id === id);
    if (faults.update) return [faults.update.status, faults.update];
    if (!found) return [404, { message: "Not Found" }];
    found.body = body;
    return [200, shown(found)];
  }

  async function answer(request: IncomingMessage, url: URL): Promise<[number, unknown, object?]> {
    const route = `${request.method} ${url.pathname}`;
    if (route === "GET /user")
      return request.headers.authorization === "token pat_robot"
        ? [200, { login: "robot" }]
        : [403, { message: "Resource not accessible by integration" }];
    if (route === "GET /repos/acme/app/issues/7/comments") return list(url);
    if (route === "POST /repos/acme/app/issues/7/comments") return create(await bodyOf(request));
    const [, id] = /^PATCH \/repos\/acme\/app\/issues\/comments\/(\d+)$/.exec(route) ?? [];
    return id ? update(Number(id), await bodyOf(request)) : [404, { message: "Not Found" }];
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { port } = server.address() as AddressInfo;
    const url = new URL(request.url ?? "/", `http://127.0.0.1:${port}`);
    calls.push(`${request.method} ${url.pathname}${url.search}`);
    const [status, body, headers = {}] = await answer(request, url);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
