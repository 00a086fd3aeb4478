// prism as a second judge beside our own: GitHub's description as an OpenAPI document, and the proxy that enforces it.
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: unknown }[];
  readonly body?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly info: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
}

const description = new URL("../../support/fake-github/openapi/github.json", import.meta.url);

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

function operationFrom(path: string, { parameters, body, responses }: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true },
    schema: { type: "string" },
  }));
  return {
    parameters: [...inPath, ...parameters.map((each) => ({ ...each, in: "query" }))],
    ...(body !== undefined && { requestBody: { required: true, ...json(body) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, schema]) => [
        status,
        { description: status, ...(schema === null ? {} : json(schema)) },
      ]),
    ),
  };
}

/** The trimmed description is plain JSON Schema, which OpenAPI 3.1 takes as it is. */
function openApiFrom({ info, paths, components }: Description) {
  const described = Object.entries(paths).map(([path, operations]) => {
    const each = Object.entries(operations).map(([method, operation]) => [
      method,
      operationFrom(path, operation),
    ]);
    return [path, Object.fromEntries(each)];
  });
  return { openapi: "3.1.0", info, paths: Object.fromEntries(described), components };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port to be had");
  return address.port;
}

export interface Validator extends Pick<Child, "stop"> {
  readonly url: string;
}

/** `program`: prism's entry; `api`: where it passes requests on to. */
export async function startValidator(
  program: string,
  { api, scratch }: { readonly api: string; readonly scratch: string },
): Promise<Validator> {
  const document = join(scratch, "openapi.json");
  const known: Description = JSON.parse(await readFile(description, "utf8"));
  await writeFile(document, JSON.stringify(openApiFrom(known)));
  const port = await freePort();
  const where = ["-h", "127.0.0.1", "-p", String(port), "--errors"];
  const { stop } = await startChild([program, "proxy", document, api, ...where], /listening on/);
  return { url: `http://127.0.0.1:${port}`, stop };
}
