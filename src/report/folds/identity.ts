// Environment and baseline: what answered, where it was measured from, and which run of main it was held against.
import type { Environment, Run, WorkloadRun } from "../../metrics/run.ts";
import type { HistoryIdentity, WorkloadVerdict } from "../../verdict/verdict.ts";
import type { ReportInput } from "../input.ts";
import { type Block, paragraph, table } from "../text/block.ts";
import { formatAge, formatCount } from "../text/format.ts";
import { code, joined, type Text, text } from "../text/text.ts";
import { duetWords, matchWords, placementWords } from "../words/against.ts";
import type { Fold } from "./fold.ts";

function quoted(values: readonly string[]): Text {
  return joined(
    values.map((value) => text`${code(value)}`),
    ", ",
  );
}

function stated(value: string | null): Text {
  return value === null ? text`not stated` : text`${code(value)}`;
}

function told(
  workloads: readonly WorkloadRun[],
  part: "models" | "fingerprints" | "servers",
): Text {
  const values = [...new Set(workloads.flatMap(({ servedBy }) => servedBy[part]))];
  return values.length === 0 ? text`not told` : quoted(values);
}

function runnerWords(environment: Environment): Text {
  const { image, architecture, cores } = environment.runner;
  const on = image === null ? [] : text`${code(image)}, `;
  return text`${on}${code(architecture)}, ${formatCount(cores, "core")}`;
}

/** What was measured by one job, and in a run of several by which. */
function environmentTable(run: Run, workloads: readonly WorkloadRun[]): Block {
  const leg = workloads[0]?.leg;
  const { environment, endpoint, createdAt, attempt, tool } = leg ?? run;
  const { model, precision, hardware, engine, replicas, region } = environment;
  const rows: [string, Text][] = [
    ["Endpoint", text`${code(endpoint)}`],
    ["Model, stated", stated(model)],
    ["Model, as the endpoint says", told(workloads, "models")],
    ["Server, as it says", told(workloads, "servers")],
    ["Fingerprint", told(workloads, "fingerprints")],
    ...Object.entries({ precision, hardware, engine, replicas, region }).map(
      ([name, value]): [string, Text] => [
        name.charAt(0).toUpperCase() + name.slice(1),
        stated(value),
      ],
    ),
    ["Measured from", runnerWords(environment)],
    ["Measured at", text`${createdAt}, attempt ${attempt}`],
    ["Tool", text`${code(tool)}`],
  ];
  return table(
    [text`environment`, leg ? text`${code(leg.name)}` : text``].map((title) => ({
      title,
      align: "left",
    })),
    rows.map(([name, value]) => [text`${name}`, value]),
  );
}

/** One for each job that measured: two of one name differ in their time. */
function environmentTables(run: Run): Block[] {
  const byLeg = Map.groupBy(run.workloads, ({ leg }) => leg && `${leg.name} ${leg.createdAt}`);
  if (byLeg.size === 0) return [environmentTable(run, [])];
  return [...byLeg.values()].map((workloads) => environmentTable(run, workloads));
}

function historyLine(baseline: HistoryIdentity, now: string): Text {
  const { source, sha, time, jobs } = baseline;
  const age = formatAge(time, now);
  const old = age === undefined ? "" : `, ${age} before this run`;
  return text`commit ${code(sha)} (${matchWords(baseline)}), measured ${time}${old}; ${formatCount(jobs, "job")} of its epoch; from ${code(source)}.`;
}

function baselineLine({ workload, baseline }: WorkloadVerdict, input: ReportInput): Text {
  const of = text`${code(workload)}: `;
  switch (baseline?.kind) {
    case undefined:
      return text`${of}no baseline; looked in ${code(input.baselineSource)}.`;
    case "history":
      return text`${of}${historyLine(baseline, input.run.createdAt)}`;
    case "duet":
      return text`${of}compared with ${duetWords(baseline)}; ${placementWords(baseline)}.`;
  }
}

export function identityFold(input: ReportInput): Fold {
  const { workloads } = input.verdict;
  return {
    title: "Environment and baseline",
    blocks: [
      ...environmentTables(input.run),
      ...workloads.map((each) => paragraph(baselineLine(each, input))),
    ],
  };
}
