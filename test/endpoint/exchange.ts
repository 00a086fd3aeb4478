// What the wire tests share: an endpoint to a raw server, and a request worth sending.
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import type { Endpoint, WireRequest } from "../../src/endpoint/endpoint.ts";
import { createHttpEndpoint, type HttpEndpointOptions } from "../../src/endpoint/http.ts";
import { fromSeconds } from "../../src/time.ts";
import { type RawServer, rawServer, type Script } from "../support/raw-server.ts";

const doneMarkers = ["\ndata: [DONE]"].map((marker) => Buffer.from(marker));
export const never = new AbortController().signal;

export function aRequest(overrides: Partial<WireRequest> = {}): WireRequest {
  return {
    method: "POST",
    path: "/v1/chat/completions",
    headers: { "content-type": "application/json" },
    body: '{"stream":true}',
    endMarkers: doneMarkers,
    timeout: fromSeconds(20),
    ...overrides,
  };
}

export function endpointTo(
  origin: string,
  options: Omit<HttpEndpointOptions, "origin" | "clock"> = {},
): Endpoint {
  const endpoint = createHttpEndpoint({ origin, clock: systemClock, ...options });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

export interface Rig {
  readonly endpoint: Endpoint;
  readonly server: RawServer;
  send(overrides?: Partial<WireRequest>, signal?: AbortSignal): ReturnType<Endpoint["send"]>;
}

/** A raw server and an endpoint to it, both gone when the test is over. */
export async function rig(script: Script): Promise<Rig> {
  const server = await rawServer(script);
  const endpoint = endpointTo(server.origin);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return {
    endpoint,
    server,
    send: (overrides = {}, signal = never) => endpoint.send(aRequest(overrides), signal),
  };
}

export function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString();
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
