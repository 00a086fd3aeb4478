// HTTPS through a proxy, and the many ways in which an environment names one or excepts a host.
import { expect, test } from "vitest";
import { fetchText } from "../../../src/endpoint/fetch-text.ts";
import { rawServer } from "../../support/raw-server.ts";
import { connectProxy } from "../connect-proxy.ts";
import { aRequest, endpointTo, never, pause, textOf } from "../exchange.ts";
import { tlsPort } from "../tls-server.ts";

const protocolOf = (socket: { alpnProtocol: string | false | null }) => String(socket.alpnProtocol);

test("a tunnel is opened once, counts as connecting, and is used again", async () => {
  const proxy = await connectProxy();
  const port = await tlsPort(protocolOf);
  const endpoint = endpointTo(`https://endpoint.test:${port}`, {
    proxy: { https: `http://${proxy.host}` },
    insecureTls: true,
  });
  const first = await endpoint.send(aRequest(), never);
  await pause(20);
  const second = await endpoint.send(aRequest(), never);
  expect(proxy.heads.map((head) => head.split("\r\n")[0])).toEqual([
    `CONNECT endpoint.test:${port} HTTP/1.1`,
  ]);
  const opening = (first.sentAt ?? 0) - first.handedAt;
  expect(first.connection).toEqual({ fresh: true, connect: opening, resent: false });
  expect(second.connection).toEqual({ fresh: false, resent: false });
  // Streams that shared an HTTP/2 connection would delay each other.
  expect(textOf(second.body)).toBe("http/1.1");
});

test("a proxy does not lift the check of the endpoint's certificate", async () => {
  const proxy = await connectProxy();
  const port = await tlsPort(protocolOf);
  const endpoint = endpointTo(`https://127.0.0.1:${port}`, { proxy: { https: proxy.host } });
  const { ending } = await endpoint.send(aRequest(), never);
  expect(ending).toMatchObject({
    kind: "connect-error",
    detail: expect.stringContaining("SELF_SIGNED_CERT"),
  });
});

test.each<[written: string, authorization: string | undefined]>([
  ["HOST", undefined],
  ["http://HOST", undefined],
  ["http://HOST/", undefined],
  // base64 of "user:p@ss"
  ["http://user:p%40ss@HOST", "Basic dXNlcjpwQHNz"],
  ["user:p%40ss@HOST", "Basic dXNlcjpwQHNz"],
])("a proxy may be written in full or without its scheme: %s", async (written, authorization) => {
  const proxy = await connectProxy();
  const port = await tlsPort(() => "ok");
  const options = { proxy: { https: written.replace("HOST", proxy.host) }, insecureTls: true };
  const endpoint = endpointTo(`https://endpoint.test:${port}`, options);
  expect(textOf((await endpoint.send(aRequest(), never)).body)).toBe("ok");
  expect(/^proxy-authorization: (.*)$/im.exec(proxy.heads[0] ?? "")?.[1]).toBe(authorization);
});

test.each(["http://", "ftp://proxy", "a b"])("%j is no proxy, and is not repeated", (https) => {
  const open = () => endpointTo("https://endpoint.test", { proxy: { https } });
  expect(open).toThrow(/^HTTPS_PROXY is not the URL of a proxy$/);
});

test.each<[except: string, isProxied: boolean]>([
  ["", true],
  ["other.test", true],
  ["127.0.0.1", false],
  ["other.test, 127.0.0.1", false],
  ["127.0.0.1:1", true],
  ["127.0.0.1:PORT", false],
  ["*", false],
])("NO_PROXY=%j: proxied is %s", async (except, isProxied) => {
  const proxy = await connectProxy();
  const port = await tlsPort(() => "ok");
  const proxySettings = { https: proxy.host, except: except.replace("PORT", String(port)) };
  const options = { proxy: proxySettings, insecureTls: true };
  const origin = `https://127.0.0.1:${port}`;
  const { body } = await endpointTo(origin, options).send(aRequest(), never);
  expect([textOf(body), proxy.heads.length]).toEqual(["ok", isProxied ? 1 : 0]);
  expect(await fetchText(origin, { ...options, signal: never })).toBe("ok");
  expect(proxy.heads.length).toBe(isProxied ? 2 : 0);
});

test("a proxy that floods its answer to CONNECT is a connect error", async () => {
  const proxy = await rawServer((socket) =>
    socket.write(`HTTP/1.1 200 ${"x: y\r\n".repeat(9_999)}`),
  );
  const endpoint = endpointTo("https://endpoint.test", { proxy: { https: proxy.origin } });
  const { ending } = await endpoint.send(aRequest(), never);
  expect(ending.kind).toBe("connect-error");
  await proxy[Symbol.asyncDispose]();
});
