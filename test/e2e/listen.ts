// Listening on a port that the system chose.
import { once } from "node:events";
import type { Server } from "node:net";

/** Returns the port of 127.0.0.1 on which the server now listens. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to be had");
  return address.port;
}
