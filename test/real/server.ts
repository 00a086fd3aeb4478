// The real server as a process: started on a free port, waited for, stopped by its id whatever happens.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listen } from "../e2e/listen.ts";
import type { Installed } from "./install.ts";

const script = fileURLToPath(new URL("serve.py", import.meta.url));
const startLimitMs = 60_000;
const stopLimitMs = 10_000;

export interface RealServer {
  readonly port: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  return port;
}

async function isHealthy(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health`).then(
    (response) => response.ok,
    () => false,
  );
}

async function untilHealthy(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`serve.py ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`serve.py is not healthy after ${startLimitMs} ms`);
    await sleep(100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  await ended;
  clearTimeout(insist);
}

/** Rejects with the end of the server's log if it does not come up. */
export async function startServer({ python, model }: Installed): Promise<RealServer> {
  const port = await freePort();
  const child = spawn(python, [script, model, String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      log = `${log}${data}`.slice(-4_000);
    });
  try {
    await untilHealthy(child, port);
  } catch (error) {
    await stop(child);
    throw new Error(`the real server did not start; its log ends:\n${log}`, { cause: error });
  }
  return { port, stop: () => stop(child) };
}
