// Two chat endpoints in virtual time, measured as a duet; every request is noted with where and when it went.
import type { Config } from "../../../src/config/config.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import type { Endpoint } from "../../../src/endpoint/endpoint.ts";
import { firstMeasurement, measure } from "../../../src/measure/measure.ts";
import type { Measurement, MeasurePorts } from "../../../src/measure/task.ts";
import type { Run, WorkloadRun } from "../../../src/metrics/run.ts";
import { fromSeconds, type Micros } from "../../../src/time.ts";
import { type ChatBehaviour, fakeChat } from "../../support/fake-chat.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

export interface Sent {
  readonly to: "base" | "candidate";
  readonly at: Micros;
  readonly prompt: string;
  readonly headers: Readonly<Record<string, string>>;
}

const usual: ChatBehaviour = { ttft: 300, tpot: 20, tokens: 16, status: 200 };

interface Given {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly base?: Partial<ChatBehaviour>;
  readonly candidate?: Partial<ChatBehaviour>;
  /** A refusal holds the address that was asked. */
  readonly echoes?: boolean;
  readonly ports?: (clock: VirtualClock) => Partial<MeasurePorts>;
  /** What happens at the nth request of all, from 1. */
  readonly onSend?: (
    nth: number,
    behaviours: Record<Sent["to"], ChatBehaviour>,
    to: Sent["to"],
  ) => void;
  readonly measurement?: Measurement["measurement"];
  readonly caps?: Measurement["caps"];
}

function twinConfig(inputs: Readonly<Record<string, string>> = {}): Config {
  const given: Readonly<Record<string, string>> = {
    endpoint: "http://candidate.test/v1",
    "baseline-endpoint": "http://base.test/v1?slot=a",
    rounds: "6",
    requests: "60",
    concurrency: "4",
    "prompt-tokens": "64",
    "output-tokens": "16",
    ...inputs,
  };
  return parseConfig({ read: (name) => given[name], file: () => undefined });
}

function promptIn(body: string | undefined): string {
  const { messages }: { messages: { content: string }[] } = JSON.parse(body ?? "");
  return messages[0]?.content ?? "";
}

/** One measurement of both; of the candidate alone where `inputs` name no baseline-endpoint. */
export async function measureTwins(given: Given = {}) {
  const clock = new VirtualClock(fromSeconds(1));
  const behaviours = {
    base: { ...usual, ...given.base },
    candidate: { ...usual, ...given.candidate },
  };
  const sent: Sent[] = [];
  const lines: string[] = [];
  const closed: string[] = [];
  const openEndpoint = ({ endpoint: url }: { endpoint: URL }): Endpoint => {
    const { hostname, pathname, search } = url;
    const to = hostname === "base.test" ? "base" : "candidate";
    const refusal = given.echoes ? `Cannot POST ${pathname}${search}` : undefined;
    const chat = fakeChat(clock, behaviours[to], refusal);
    return {
      send(wire, signal) {
        const { headers } = wire;
        sent.push({ to, at: clock.now(), prompt: promptIn(wire.body), headers });
        given.onSend?.(sent.length, behaviours, to);
        return chat.endpoint.send(wire, signal);
      },
      async close() {
        closed.push(to);
      },
    };
  };
  const ports: MeasurePorts = {
    clock,
    wallClock: () => Date.parse("2026-01-01T00:00:00Z"),
    signal: new AbortController().signal,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line), progress() {} },
    watchHealth: () => ({ read: () => undefined }),
    fetchText: () => Promise.reject(new Error("no page")),
    openEndpoint,
    job: {
      commit: "c".repeat(40),
      baseCommit: undefined,
      repository: "acme/app",
      runId: "1",
      attempt: 1,
      runner: { image: "test", architecture: "x64", cores: 2 },
      entropy: "fixed",
    },
    ...given.ports?.(clock),
  };
  const config = twinConfig(given.inputs);
  const first = firstMeasurement(config, ports);
  const { measurement = first.measurement, caps = first.caps } = given;
  const run = await clock.run(measure(config, { ...first, measurement, caps }, ports));
  return { run, workload: workloadIn(run), sent, lines, closed };
}

function workloadIn({ workloads: [workload] }: Run): WorkloadRun {
  if (!workload) throw new Error("no workload was measured");
  return workload;
}

/** The text after the nonce, by which a prompt is known again. */
export function textOf({ prompt }: Sent): string {
  return prompt.slice(prompt.indexOf(".") + 1);
}

/** Sends in a row to one endpoint. */
export function turnsOf(sent: readonly Sent[]): { to: Sent["to"]; sent: Sent[] }[] {
  const turns: { to: Sent["to"]; sent: Sent[] }[] = [];
  for (const each of sent) {
    const turn = turns.at(-1);
    if (turn?.to === each.to) turn.sent.push(each);
    else turns.push({ to: each.to, sent: [each] });
  }
  return turns;
}
