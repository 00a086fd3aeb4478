// The deployed endpoint: the built-in simulator behind one address, deployed anew with another speed when asked.
import { fileURLToPath } from "node:url";
import { type Child, startChild } from "./child.ts";

const cli = fileURLToPath(new URL("../../../dist/cli/index.js", import.meta.url));

export interface Endpoint {
  readonly url: string;
  /** Ends what runs there, and starts it again at the same address. */
  deploy(ttft: string): Promise<void>;
  /** Nothing answers until the next deployment. */
  stop(): Promise<void>;
}

function start(ttft: string, port: string): Promise<Child> {
  const speed = ["--ttft", ttft, "--tpot", "1ms"];
  return startChild([cli, "simulate", "--port", port, ...speed], /127\.0\.0\.1:(\d+)/);
}

export async function startEndpoint(ttft: string): Promise<Endpoint> {
  let running = await start(ttft, "0");
  const port = running.found;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async deploy(next) {
      await running.stop();
      running = await start(next, port);
    },
    stop: () => running.stop(),
  };
}
