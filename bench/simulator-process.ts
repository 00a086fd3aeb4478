// A simulator in a process of its own, so that it shares neither event loop nor garbage collector with the client.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { SimulatorOptions } from "../src/simulator/options.ts";
import type { SentLog } from "../src/simulator/sent-log.ts";
import { startSimulator } from "../src/simulator/simulator.ts";
import { ownCpu } from "./support/machine.ts";

const self = fileURLToPath(import.meta.url);

export interface SimulatorProcess {
  readonly url: string;
  log(): Promise<SentLog>;
  /** User and system time that it has used, in µs. */
  cpu(): Promise<number>;
  close(): Promise<void>;
}

async function answerOf<T>(child: ChildProcess, question: unknown): Promise<T> {
  const answered = once(child, "message");
  child.send({ question });
  const [answer] = await answered;
  return answer;
}

export async function forkSimulator(options: SimulatorOptions): Promise<SimulatorProcess> {
  const child = fork(self, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const url = await answerOf<string>(child, options);
  return {
    url,
    log: () => answerOf<SentLog>(child, "log"),
    cpu: () => answerOf<number>(child, "cpu"),
    async close() {
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

function serve(send: (answer: unknown) => void): void {
  let simulator: ReturnType<typeof startSimulator> | undefined;
  process.on("message", async ({ question }: { question: SimulatorOptions | "log" | "cpu" }) => {
    if (question === "cpu") return send(ownCpu());
    if (question === "log") return send((await simulator)?.log());
    simulator = startSimulator(question);
    send((await simulator).url);
  });
  process.on("disconnect", async () => (await simulator)?.close());
}

if (process.argv[1] === self && process.send) serve(process.send.bind(process));
