// The command line against hostile servers: what its log and its table say, and what they do not let through.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { cert, key } from "../endpoint/certificate.ts";
import { rawServer, type Script } from "../support/raw-server.ts";
import { commandIn } from "../support/runner-commands.ts";
import { answer, flood, good, hold, sends } from "./acts.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

interface Finished {
  readonly code: number | null;
  readonly log: readonly string[];
  readonly table: readonly string[];
}

const few = ["--model", "m", "--requests", "2", "--concurrency", "1", "--warm-up", "1"];
const patience = ["--timeout", "20s", "--ready-timeout", "1s", "--output-tokens", "4"];

function measure(endpoint: string, ...more: readonly string[]): Promise<Finished> {
  const args = [cli, "measure", "--endpoint", endpoint, ...few, ...patience, ...more];
  const env = { PATH: process.env["PATH"] ?? "", CI: "true" };
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { env }, (_, table, log) =>
      done({ code: child.exitCode, log: log.split("\n"), table: table.split("\n") }),
    );
  });
}

async function serving(script: Script) {
  const server = await rawServer(script);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** The lines that say it, none of which anybody obeys. */
function saying({ log, table }: Finished, what: RegExp): string[] {
  const lines = [...log, ...table];
  for (const line of lines) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(commandIn(line)).toBeUndefined();
  }
  return lines.filter((line) => what.test(line));
}

const commands =
  "\u001b[31msorry ::error::x\r\n::error::y\n##[error]z\u2028::warning::w\u0000\u202e";

test.each<[string, Script]>([
  [
    "a page of success",
    sends(answer("200 OK", "content-type: text/html\r\n", `<html>${commands}`), hold),
  ],
  ["a page of failure", sends(answer("400 Bad", "", `<html><title>${commands}</title>`), hold)],
  ["an error", sends(answer("401 No", "", JSON.stringify({ error: { message: commands } })), hold)],
])("commands in %s are told in one harmless line", async (_, script) => {
  const server = await serving(script);
  const finished = await measure(`${server.origin}/v1`);
  expect(finished.code).toBe(3);
  expect(saying(finished, /sorry/)).toHaveLength(1);
});

test("a flood is told in one line", async () => {
  const server = await serving(flood("HTTP/1.1 200 OK\r\n\r\n", ": wait\n\n"));
  const finished = await measure(`${server.origin}/v1`);
  expect(finished.code).toBe(3);
  expect(saying(finished, /larger than 16 MiB/)).toHaveLength(1);
});

test("a redirect is told with what to correct, and its target hears nothing", async () => {
  const target = await serving(sends(good, hold));
  const location = `location: ${target.origin}/v1/chat/completions?token=x\r\n`;
  const server = await serving(sends(answer("308 Moved", location, ""), hold));
  const finished = await measure(`${server.origin}/v1`);
  expect(finished.code).toBe(3);
  expect(
    saying(finished, /HTTP 308: a redirect, which is not followed: correct the base/),
  ).toHaveLength(1);
  expect(saying(finished, /token=x/)).toEqual([]);
  expect([server.requests.length, target.connections()]).toEqual([1, 0]);
});

test("a certificate that was not checked is told in the log and beside the numbers", async () => {
  const server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", () => socket.write(good));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const finished = await measure(`https://127.0.0.1:${port}/v1`, "--insecure-tls");
  const said = /certificate was not checked/;
  expect(saying(finished, said)).toHaveLength(2);
  expect(finished.log.filter((line) => said.test(line))).toHaveLength(1);
  const strict = await measure(`https://127.0.0.1:${port}/v1`);
  expect(strict.code).toBe(3);
  expect(saying(strict, said)).toEqual([]);
  expect(saying(strict, /SELF_SIGNED_CERT/)).toHaveLength(1);
});
