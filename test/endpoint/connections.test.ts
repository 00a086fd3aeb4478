// Which connections requests use, and the one case in which a request is sent twice.
import { expect, test } from "vitest";
import { fromMilliseconds } from "../../src/time.ts";
import { plainAnswer, rawServer, type Script } from "../support/raw-server.ts";
import { aRequest, endpointTo, never, pause, rig } from "./exchange.ts";

test("the first request opens a connection and counts it, the second uses it again", async () => {
  const { send, server } = await rig((socket) => socket.write(plainAnswer("ok")));
  const first = await send();
  await pause(10);
  const second = await send();
  const opening = first.sentAt! - first.handedAt;
  expect(first.connection).toEqual({ fresh: true, connect: opening, resent: false });
  expect(second.connection).toEqual({ fresh: false, resent: false });
  expect(server.connections()).toBe(1);
});

test("two endpoints to one server do not take each other's connections for theirs", async () => {
  const { send, server } = await rig((socket) => socket.write(plainAnswer("ok")));
  await send();
  const other = await endpointTo(server.origin).send(aRequest(), never);
  expect(other.connection.fresh).toBe(true);
});

test.each(["429 Too Many Requests", "500 Internal Server Error", "503 Service Unavailable"])(
  "%s is the answer: nothing is tried again behind its back",
  async (status) => {
    const { send, server } = await rig((socket) => socket.write(plainAnswer("{}", status)));
    const { status: told, connection } = await send();
    expect({ told, resent: connection.resent }).toEqual({
      told: Number.parseInt(status, 10),
      resent: false,
    });
    expect(server.requests.length).toBe(1);
  },
);

/** The second request on any connection is met by `death`; all others are answered. */
function dyingOnReuse(death: Script): Script {
  return (socket, request) => {
    if (request.nth === 1) death(socket, request);
    else socket.write(plainAnswer(`connection ${request.connection}`));
  };
}

test.each<[string, Script]>([
  ["resets", (socket) => socket.resetAndDestroy()],
  ["closes", (socket) => socket.end()],
])("a used connection that %s before any answer is replaced once", async (_, death) => {
  const { send, server } = await rig(dyingOnReuse(death));
  await send();
  await pause(10);
  const before = server.requests.length;
  const { connection, status, handedAt, sentAt } = await send();
  expect(status).toBe(200);
  expect(connection).toEqual({ fresh: true, connect: sentAt! - handedAt, resent: true });
  expect(server.requests.length - before).toBe(2);
});

test("the second sending is handed over after the first one failed", async () => {
  const { send } = await rig(
    dyingOnReuse(async (socket) => {
      await pause(60);
      socket.resetAndDestroy();
    }),
  );
  const { ending } = await send();
  await pause(10);
  expect((await send()).handedAt - ending.at).toBeGreaterThan(50_000);
});

test("what dies on the second sending too is lost", async () => {
  const { send, server } = await rig((socket, { connection, nth }) => {
    if (connection === 0 && nth === 0) socket.write(plainAnswer("ok"));
    else socket.resetAndDestroy();
  });
  await send();
  await pause(10);
  const { ending, connection } = await send();
  expect(ending.kind).toBe("connection-lost");
  expect(connection).toMatchObject({ fresh: true, resent: true });
  expect(server.requests.length).toBe(3);
});

test.each([
  ["one byte", "H"],
  ["a head", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"],
])("a used connection that dies after %s of the answer is a failure", async (_, answer) => {
  const { send, server } = await rig(
    dyingOnReuse(async (socket) => {
      socket.write(answer);
      await pause(30);
      socket.resetAndDestroy();
    }),
  );
  await send();
  await pause(10);
  const { ending, connection } = await send();
  expect(ending.kind).toBe("connection-lost");
  expect(connection).toEqual({ fresh: false, resent: false });
  expect(server.requests.length).toBe(2);
});

test("connections asked for are a bound", async () => {
  const server = await rawServer(async (socket) => {
    await pause(20);
    socket.write(plainAnswer("ok"));
  });
  const endpoint = endpointTo(server.origin, { connections: 2 });
  await Promise.all(Array.from({ length: 6 }, () => endpoint.send(aRequest(), never)));
  expect(server.connections()).toBe(2);
  await server[Symbol.asyncDispose]();
});

test("a request whose time is up before its connection stands is never written", async () => {
  // The proxy takes the CONNECT and says nothing.
  const proxy = await rawServer(() => {});
  const endpoint = endpointTo("https://endpoint.test", { proxy: { https: proxy.origin } });
  const request = aRequest({ timeout: fromMilliseconds(100) });
  const { ending, sentAt } = await endpoint.send(request, never);
  expect({ kind: ending.kind, sentAt }).toEqual({ kind: "timeout", sentAt: undefined });
  await proxy[Symbol.asyncDispose]();
});

test("a forward proxy gets what its variable says, NO_PROXY excepted", async () => {
  const proxy = await rawServer((socket, { head }) =>
    socket.write(plainAnswer(head.split(" ")[1] ?? "")),
  );
  const direct = await rawServer((socket) => socket.write(plainAnswer("direct")));
  const over = async (except: string) => {
    const endpoint = endpointTo(direct.origin, { proxy: { http: proxy.origin, except } });
    const { body, connection } = await endpoint.send(aRequest(), never);
    expect(connection.fresh).toBe(true);
    return Buffer.from(body).toString();
  };
  expect(await over("")).toBe(`${direct.origin}/v1/chat/completions`);
  expect(await over("127.0.0.1")).toBe("direct");
  await Promise.all([proxy[Symbol.asyncDispose](), direct[Symbol.asyncDispose]()]);
});

test("a proxy that wants a password is a connect error", async () => {
  const proxy = await rawServer((socket) =>
    socket.write(plainAnswer("who?", "407 Proxy Authentication Required")),
  );
  for (const origin of ["http://endpoint.test", "https://endpoint.test"]) {
    const endpoint = endpointTo(origin, { proxy: { http: proxy.origin, https: proxy.origin } });
    const { ending } = await endpoint.send(aRequest(), never);
    expect(ending).toMatchObject({
      kind: "connect-error",
      detail: expect.stringContaining("407"),
    });
  }
  await proxy[Symbol.asyncDispose]();
});
