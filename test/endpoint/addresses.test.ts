// Names with an address of each family: whichever answers is used.
import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import type { Resolver } from "../../src/endpoint/connections/cached-lookup.ts";
import { plainAnswer } from "../support/raw-server.ts";
import { aRequest, endpointTo, never, textOf } from "./exchange.ts";

const loopback = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const hasIPv6 = loopback.some(({ address }) => address === "::1");

/** Listens on this address alone. */
async function portOn(address: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(plainAnswer(address)));
  });
  await once(server.listen({ port: 0, host: address, ipv6Only: true }), "listening");
  onTestFinished(() => void server.close());
  const bound = server.address();
  return typeof bound === "object" ? (bound?.port ?? 0) : 0;
}

const v4 = { address: "127.0.0.1", family: 4 };
const v6 = { address: "::1", family: 6 };

test.runIf(hasIPv6).each([
  ["127.0.0.1", [v6, v4]],
  ["127.0.0.1", [v4, v6]],
  ["::1", [v4, v6]],
  ["::1", [v6]],
])("a server on %s alone is reached by a name of %j", async (address, addresses) => {
  const resolve: Resolver = (_name, _options, answer) => answer(null, addresses);
  const endpoint = endpointTo(`http://endpoint.test:${await portOn(address)}`, { resolve });
  expect(textOf((await endpoint.send(aRequest(), never)).body)).toBe(address);
});

test.runIf(hasIPv6)("an IPv6 address may stand for the name", async () => {
  const endpoint = endpointTo(`http://[::1]:${await portOn("::1")}`);
  expect(textOf((await endpoint.send(aRequest(), never)).body)).toBe("::1");
});
