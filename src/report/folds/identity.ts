// Environment and baseline: what answered, where it was measured from, and which run of main it was held against.
import type { Run } from "../../metrics/run.ts";
import type { WorkloadVerdict } from "../../verdict/verdict.ts";
import { matchWords } from "../faces/footer.ts";
import type { ReportInput } from "../input.ts";
import { type Block, paragraph, table } from "../text/block.ts";
import { formatAge, formatCount } from "../text/format.ts";
import { code, joined, type Text, text } from "../text/text.ts";
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

function told(run: Run, part: "models" | "fingerprints" | "servers"): Text {
  const values = [...new Set(run.workloads.flatMap(({ servedBy }) => servedBy[part]))];
  return values.length === 0 ? text`not told` : quoted(values);
}

function runnerWords({ environment }: Run): Text {
  const { image, architecture, cores } = environment.runner;
  const on = image === null ? [] : text`${code(image)}, `;
  return text`${on}${code(architecture)}, ${formatCount(cores, "core")}`;
}

function environmentTable(run: Run): Block {
  const { model, precision, hardware, engine, replicas, region } = run.environment;
  const rows: [string, Text][] = [
    ["Endpoint", text`${code(run.endpoint)}`],
    ["Model, stated", stated(model)],
    ["Model, as the endpoint says", told(run, "models")],
    ["Server, as it says", told(run, "servers")],
    ["Fingerprint", told(run, "fingerprints")],
    ...Object.entries({ precision, hardware, engine, replicas, region }).map(
      ([name, value]): [string, Text] => [
        name.charAt(0).toUpperCase() + name.slice(1),
        stated(value),
      ],
    ),
    ["Measured from", runnerWords(run)],
    ["Measured at", text`${run.createdAt}, attempt ${run.attempt}`],
    ["Tool", text`${code(run.tool)}`],
  ];
  return table(
    ["environment", ""].map((title) => ({ title: text`${title}`, align: "left" })),
    rows.map(([name, value]) => [text`${name}`, value]),
  );
}

function baselineLine({ workload, baseline }: WorkloadVerdict, input: ReportInput): Text {
  if (baseline === undefined)
    return text`${code(workload)}: no baseline; looked in ${code(input.baselineSource)}.`;
  const { source, sha, time, jobs } = baseline;
  const age = formatAge(time, input.run.createdAt);
  const old = age === undefined ? "" : `, ${age} before this run`;
  return text`${code(workload)}: commit ${code(sha)} (${matchWords(baseline)}), measured ${time}${old}; ${formatCount(jobs, "job")} of its epoch; from ${code(source)}.`;
}

export function identityFold(input: ReportInput): Fold {
  const { workloads } = input.verdict;
  return {
    title: "Environment and baseline",
    blocks: [
      environmentTable(input.run),
      ...workloads.map((each) => paragraph(baselineLine(each, input))),
    ],
  };
}
