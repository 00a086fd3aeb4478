// What the fake GitHub's routes take and give.

/** One request as a route sees it. */
export interface Exchange {
  readonly method: string;
  /** Without the query, decoded piece by piece. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or bytes where it is something else; undefined where there is no body. */
  readonly body: unknown;
  /** This server's own origin, for the URLs in its answers. */
  readonly origin: string;
  /** What stood in the places of the route's names. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Access = "read" | "write";

/** A token's rights, as a workflow's `permissions:` names them; what is not listed is none. */
export type Permissions = Readonly<Partial<Record<string, Access>>>;

export interface Route {
  readonly method: string;
  /** "/repos/:owner/:repo/issues/:number/comments"; a last ":path*" takes the rest. */
  readonly path: string;
  /** "actions:read"; several: any of them is enough. */
  readonly needs?: readonly string[];
  readonly answer: (exchange: Exchange) => Answer | Promise<Answer>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function ok(json: unknown, status = 200): Answer {
  return { status, json };
}

export function refused(status: number, message: string): Answer {
  return { status, json: { message, documentation_url: "https://docs.github.com/rest" } };
}

export const notFound = refused(404, "Not Found");

/** One page of a list and the link to the next one, as GitHub pages: 30 by default, 100 at most. */
export function paged<T>(
  { query, path, origin }: Exchange,
  items: readonly T[],
  wrap: (page: readonly T[]) => unknown = (page) => page,
): Answer {
  const size = Math.min(100, Number(query.get("per_page") ?? "30"));
  const page = Number(query.get("page") ?? "1");
  const shown = items.slice((page - 1) * size, page * size);
  if (items.length <= page * size) return ok(wrap(shown));
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const headers = { link: `<${origin}${path}?${next}>; rel="next"` };
  return { status: 200, json: wrap(shown), headers };
}
