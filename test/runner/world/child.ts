// Servers that run as processes of their own, from the line that says they listen until they are told to end.
import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Child {
  /** The text that `ready` found. */
  readonly found: string;
  stop(): Promise<void>;
}

/** Starts Node with `args`; resolves once what it says matches `ready`, of which the first group is told. */
export async function startChild(args: readonly string[], ready: RegExp): Promise<Child> {
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "pipe"] });
  const found = await new Promise<string>((resolve, reject) => {
    let said = "";
    const listen = (text: string) => {
      said += text;
      const match = ready.exec(said);
      if (match) resolve(match[1] ?? match[0]);
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  return {
    found,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
