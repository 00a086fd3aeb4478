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
  readonly timeout: Micros;
}

/** A JSON POST; the caller's headers add to the usual ones or replace them. */
export function jsonRequest(parts: RequestParts): WireRequest {
  return {
    method: "POST",
    path: `${parts.url.pathname}${parts.url.search}`,
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      ...parts.headers,
    },
    body: JSON.stringify(parts.body),
    endMarkers: parts.endMarkers,
    timeout: parts.timeout,
  };
}
