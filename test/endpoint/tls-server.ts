// An HTTPS server with the test certificate, which is good for 127.0.0.1 alone.
import { once } from "node:events";
import { createServer, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { plainAnswer } from "../support/raw-server.ts";
import { cert, key } from "./certificate.ts";

/** Answers every request on a connection; prefers HTTP/2, should anybody offer it. */
export async function tlsPort(answer: (socket: TLSSocket) => string): Promise<number> {
  const sockets = new Set<TLSSocket>();
  const options = { key, cert, ALPNProtocols: ["h2", "http/1.1"] };
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => socket.write(plainAnswer(answer(socket))));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
