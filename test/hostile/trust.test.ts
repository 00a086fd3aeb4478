// Whom the client believes: roots of its own, of NODE_EXTRA_CA_CERTS and of the system; anybody where it is told to.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { cert, key } from "../endpoint/certificate.ts";
import { good } from "./acts.ts";
import { type Errand, Victim } from "./client.ts";

/** The test certificate, which signs itself, as a file of roots. */
async function rootsFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "latency-gate-roots-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "roots.pem");
  await writeFile(file, `${cert}\n`);
  return file;
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const speaksTls = () =>
  createServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(good));
  });

async function outcome(environment: Record<string, string>, errand: Errand): Promise<string> {
  const victim = new Victim(environment);
  const { record } = await victim.send(errand);
  victim.close();
  return record.outcome === "failed" ? `${record.failure}: ${record.detail}` : record.outcome;
}

async function checkTrust(
  environment: Record<string, string>,
  options: Pick<Errand, "insecureTls"> & { readonly host?: string },
  expected: RegExp,
): Promise<void> {
  const { host = "127.0.0.1", ...rest } = options;
  const origin = `https://${host}:${await portOf(speaksTls())}`;
  expect(await outcome(environment, { origin, timeoutMs: 20_000, ...rest })).toMatch(expected);
}

test("a root that nobody named is not believed", () =>
  checkTrust({ NODE_EXTRA_CA_CERTS: "", SSL_CERT_FILE: "" }, {}, /^connect: .*SELF_SIGNED_CERT/));

test("NODE_EXTRA_CA_CERTS adds roots", async () =>
  checkTrust({ NODE_EXTRA_CA_CERTS: await rootsFile() }, {}, /^completed$/));

// Where OpenSSL looks is where the system's roots are, on Linux and its like alone.
test.runIf(process.platform === "linux")("the system's roots are believed", async () =>
  checkTrust({ SSL_CERT_FILE: await rootsFile() }, {}, /^completed$/),
);

test("a certificate is good for its own names alone", async () =>
  checkTrust(
    { NODE_EXTRA_CA_CERTS: await rootsFile() },
    { host: "localhost" },
    /^connect: .*ERR_TLS_CERT_ALTNAME_INVALID/,
  ));

test("anybody is believed where that is asked for", () =>
  checkTrust({}, { insecureTls: true, host: "localhost" }, /^completed$/));

test("a server that never says hello is given up", async () => {
  const port = await portOf(createTcpServer((socket) => void socket.on("error", () => {})));
  const errand = { origin: `https://127.0.0.1:${port}`, timeoutMs: 400 };
  expect(await outcome({}, errand)).toBe("timeout: timed out before any answer");
});
