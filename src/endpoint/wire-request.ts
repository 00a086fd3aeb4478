// Where a request goes and what goes onto the wire.
import type { Micros } from "../time.ts";
import type { WireRequest } from "./endpoint.ts";

/** The base URL with the API's path appended, unless it already ends in it; the query is kept. */
export function requestUrl(base: URL, apiPath: string): URL {
  const url = new URL(base);
  const trimmed = url.pathname.replace(/\/+$/, "");
  url.pathname = trimmed.endsWith(apiPath) ? trimmed : `${trimmed}${apiPath}`;
  return url;
}

export interface RequestParts {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly endMarkers: readonly Uint8Array[];
  readonly endClosers?: readonly Uint8Array[] | undefined;
  readonly timeout: Micros;
}

/** Path and query, as they go onto the request line. */
function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

/** A JSON POST; the caller's headers add to the usual ones or replace them. */
export function jsonRequest(parts: RequestParts): WireRequest {
  return {
    method: "POST",
    path: pathOf(parts.url),
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      ...parts.headers,
    },
    body: JSON.stringify(parts.body),
    endMarkers: parts.endMarkers,
    endClosers: parts.endClosers,
    timeout: parts.timeout,
  };
}

export interface PlainRequestParts
  extends Omit<RequestParts, "body" | "endMarkers" | "endClosers"> {
  readonly method: string;
  readonly body?: string;
}

/** Any method on the URL as it is; a body is taken for JSON if it is, else for text. */
export function plainRequest({
  method,
  url,
  headers,
  body,
  timeout,
}: PlainRequestParts): WireRequest {
  const type = body === undefined ? {} : { "content-type": contentTypeOf(body) };
  return {
    method,
    path: pathOf(url),
    headers: { accept: "*/*", ...type, ...headers },
    body,
    endMarkers: [],
    timeout,
  };
}

function contentTypeOf(body: string): string {
  try {
    JSON.parse(body);
    return "application/json";
  } catch {
    return "text/plain; charset=utf-8";
  }
}
