// The workload card: the ten questions that a latency number must answer before it is believed.
import type { ClientHealth, Environment, WorkloadRun } from "../../metrics/run.ts";
import { type Block, table } from "../text/block.ts";
import { formatCount, formatNumber, formatShare, formatValue } from "../text/format.ts";
import { code, joined, type Text, text } from "../text/text.ts";
import { loadWords, spreadWords } from "../words/load-words.ts";

const sources: Readonly<Record<WorkloadRun["tokens"]["source"], string>> = {
  usage: "counted by the server (usage)",
  estimate: "estimated by our own tokenizer",
  mixed: "counted by the server for some requests, estimated for others",
  unknown: "not counted: the server reports no usage",
};

/** Reads in one turn of the loop from which on streams are said to be in step. */
const inStep = 8;

function lengthsRow({ tokens, definition }: WorkloadRun): Text {
  if (definition["api"] === "http") return text`not known of plain HTTP`;
  const exact = definition["output-exact"] === true ? "exactly" : "at most";
  const asked = definition["output-tokens"];
  const request = asked === undefined ? "" : `; asked for ${exact} ${asked}`;
  const encoding = tokens.encoding === null ? "" : ` with ${tokens.encoding}`;
  return text`prompts ${spreadWords(tokens.input)}, answers ${spreadWords(tokens.output)}${request}; ${sources[tokens.source]}${encoding}`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000
    ? formatValue("ms", milliseconds)
    : `${formatNumber(milliseconds / 1000)} s`;
}

function windowRow({ counts, window }: WorkloadRun): Text {
  const end =
    window.end === "end-of-sending"
      ? "from the first measured send to the end of sending"
      : "from the first send to the last completion (too few requests for a steady window)";
  const warmUp =
    counts.warmUp.attempted === 0
      ? "no warm-up"
      : `${counts.warmUp.attempted} warm-up requests, discarded`;
  return text`${warmUp}; window of ${seconds(window.durationMs)}, ${end}; started ${window.start}`;
}

function arrivalsRow(run: WorkloadRun): Text {
  const load = run.definition["load"];
  return text`${loadWords(run) ?? "not stated"}${load === undefined ? "" : ` (${String(load)})`}`;
}

function outcomesRow({ counts }: WorkloadRun): Text {
  const { attempted, completed, failed, interrupted, dropped } = counts;
  const rest = [
    [failed, "failed"],
    [interrupted, "interrupted by us"],
    [dropped, "dropped (never sent)"],
  ] as const;
  const others = rest.filter(([n]) => n > 0).map(([n, word]) => `, ${n} ${word}`);
  return text`percentiles by interpolation (type 7) over completed requests: ${completed} of ${attempted} tried${others.join("")}`;
}

function successRow({ definition }: WorkloadRun): Text {
  const criteria =
    definition["api"] === "http"
      ? ["status 2xx", "the whole body"]
      : ["status 2xx", "a complete stream", "an answer that is not empty"];
  if (definition["output-exact"] === true) criteria.push("the exact length");
  const expect = definition["expect"];
  const timeout = definition["timeout"];
  const matching = expect === undefined ? [] : text`, text matching ${code(String(expect))}`;
  const within = timeout === undefined ? "" : `, within ${timeout}`;
  return text`success is ${criteria.join(", ")}${matching}${within}; everything else counts as an error and in no latency`;
}

/** Streams that send in the same instant wait for each other at the client, too: a reader should know. */
function lagWords({ lagP99Ms, readsTogether }: ClientHealth): string {
  const together =
    readsTogether === null || readsTogether < inStep
      ? ""
      : `, streams in step: ${readsTogether} reads at once`;
  return `${formatValue("ms", lagP99Ms)} (p99${together})`;
}

/** The instrument's own state: what it adds to the numbers, and what it had to do to get them. */
function clientRow({ client }: WorkloadRun): Text {
  if (client === null) return text`not watched`;
  const { gcPauses, gcMaxMs, cpuShare, freshConnections, resent } = client;
  const pauses = gcPauses === 0 ? "" : ` (longest ${formatValue("ms", gcMaxMs)})`;
  const lateness = client.scheduleLatenessP99Ms;
  const late = lateness === null ? "" : `, ${formatValue("ms", lateness)} late (p99)`;
  return text`lag ${lagWords(client)}${late}, ${gcPauses} pauses to collect garbage${pauses}, CPU ${formatShare(cpuShare)}; ${freshConnections} connections opened in the measurement, ${resent} requests sent again`;
}

/** Whether anybody else's traffic is in the numbers, and what the server says of its own times. */
function serverRow({ server }: WorkloadRun): Text {
  if (server === null)
    return text`not asked: without metrics-url nobody checked whether others used the endpoint`;
  const { engine, runningMax, waitingMax, sent, finished, queueMeanMs, prefillMeanMs } = server;
  const mean = (name: string, value: number | null) =>
    value === null ? [] : [`${name} ${formatValue("ms", value)}`];
  const means = [...mean("queue", queueMeanMs), ...mean("prefill", prefillMeanMs)];
  const times = means.length === 0 ? "" : `; ${means.join(" and ")} (its own means)`;
  const counted =
    finished === null ? "" : `; ${formatCount(finished, "request")} finished of ${sent} sent`;
  return text`${code(engine)}: at most ${runningMax} running and ${waitingMax} waiting${times}${counted}`;
}

function stated(value: string | null): Text {
  return value === null ? text`not stated` : text`${code(value)}`;
}

/** What only the user can know is asked for by name: a reader must see that nobody said. */
function environmentRow({ model, precision, hardware, engine, replicas }: Environment): Text {
  const parts = Object.entries({ model, precision, hardware, engine, replicas });
  return joined(
    parts.map(([name, value]) => text`${name} ${stated(value)}`),
    ", ",
  );
}

export function cardOf(run: WorkloadRun, environment: Environment): Block {
  const rows: [question: string, answer: Text][] = [
    [
      "Per request or aggregate",
      text`TTFT, TPOT, ITL and E2E per request; throughput and errors over all requests of the window`,
    ],
    ["Output only or both", text`output tokens, unless a metric says input and output`],
    [
      "First token in or out",
      text`out of TPOT and generation rate (they count the N − 1 after it); in E2E and throughput`,
    ],
    ["Where measured", text`at the client, on the runner; the network is included`],
    ["Prompt and output lengths", lengthsRow(run)],
    ["Concurrency and arrivals", arrivalsRow(run)],
    ["Warm-up, duration, window", windowRow(run)],
    ["Mean and tails with n", outcomesRow(run)],
    ["The client itself", clientRow(run)],
    ["The server itself", serverRow(run)],
    ["Success and error criteria", successRow(run)],
    ["Model, precision, hardware, engine, replicas", environmentRow(environment)],
  ];
  return table(
    [
      { title: text`question`, align: "left" },
      { title: text`answer`, align: "left" },
    ],
    rows.map(([question, answer]) => [text`${question}`, answer]),
  );
}
