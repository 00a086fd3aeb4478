// The API's address as the runner is told it: takes a prefix off, and sends what GitHub describes through a validator.
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from "node:http";

export interface FrontOptions {
  /** The fake GitHub's origin. */
  readonly api: string;
  /** The origin of a validator that passes on to the same fake. */
  readonly validator?: string | undefined;
  /** "/api/v3" on a GitHub Enterprise Server. */
  readonly prefix?: string;
}

/** A redirect the validator would follow itself, GraphQL is not described, and it knows no parameter with slashes. */
const around = /\/zip$|^\/graphql$|\/contents\//;

/** What the client asks for, as the fake knows it: a server's GraphQL lies beside its REST. */
function pathFrom(url: string, prefix: string): string {
  if (prefix === "") return url;
  const graphql = `${prefix.replace(/\/v3$/, "")}/graphql`;
  if (url.startsWith(graphql)) return url.slice(graphql.length - "/graphql".length);
  return url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : "/outside-of-the-api";
}

export interface Front {
  readonly url: string;
  /** What the validator objected to; empty without one. */
  readonly violations: readonly string[];
  /** How many calls went through the validator. */
  readonly validated: () => number;
  close(): Promise<void>;
}

export async function openFront({ api, validator, prefix = "" }: FrontOptions): Promise<Front> {
  const violations: string[] = [];
  let validated = 0;

  function pass(request: IncomingMessage, response: ServerResponse) {
    const path = pathFrom(request.url ?? "/", prefix);
    const goesAround = validator === undefined || around.test(path.split("?")[0] ?? "");
    if (!goesAround) validated += 1;
    const target = new URL(path, goesAround ? api : validator);
    const headers = { ...request.headers, host: target.host };
    const onward = send(target, { method: request.method, headers, agent: false }, (answer) => {
      const objection = `${request.method} ${path}: ${answer.statusCode}`;
      const told = answer.headers["sl-violations"];
      if (told) violations.push(`${objection} ${told}`);
      else if (answer.headers["content-type"]?.startsWith("application/problem+json"))
        answer.setEncoding("utf8").once("data", (text) => violations.push(`${objection} ${text}`));
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.writeHead(599).end(String(error)));
    request.pipe(onward);
  }

  const server = createServer(pass);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port to be had");
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    violations,
    validated: () => validated,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
