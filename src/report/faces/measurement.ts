// The measured numbers: every metric of the catalogue with n, mean, percentiles and maximum.
import { catalog, type Metric } from "../../metrics/catalog.ts";
import type { Distribution, WorkloadRun } from "../../metrics/run.ts";
import { type Block, type Column, list, type Table, table } from "../text/block.ts";
import { absent, formatValue, formatValues } from "../text/format.ts";
import { type Text, text } from "../text/text.ts";

const percentiles = ["p50", "p90", "p95", "p99"] as const;
const weakMark = "†";

const columns: readonly Column[] = [
  { title: text`metric`, align: "left" },
  ...["n", "mean", ...percentiles, "max"].map(
    (title): Column => ({ title: text`${title}`, align: "right" }),
  ),
];

function distributionCells(distribution: Distribution, metric: Metric): string[] {
  const { n, mean, max, weak } = distribution;
  const values = [mean, ...percentiles.map((name) => distribution[name]), max];
  const [shownMean = "", ...shown] = formatValues(metric.unit, values);
  const marked = shown.map((value, index) => {
    const name = percentiles[index];
    return name !== undefined && weak.includes(name) ? `${value}${weakMark}` : value;
  });
  return [String(n), shownMean, ...marked];
}

function cellsOf(metric: Metric, run: WorkloadRun): string[] {
  const measured = run.metrics[metric.id];
  return measured === undefined || "value" in measured
    ? ["", absent, ...percentiles.map(() => ""), ""]
    : distributionCells(measured, metric);
}

/** Refusals are told where there were some: they are among the errors already. */
function metricsOf(run: WorkloadRun): Metric[] {
  const refused = run.metrics["rejection_rate"];
  const some = refused !== undefined && "value" in refused && refused.value > 0;
  return [...catalog.values()].filter(({ id }) => id !== "rejection_rate" || some);
}

function distributionTable(run: WorkloadRun): Table {
  return table(
    columns,
    metricsOf(run)
      .filter(({ scope }) => scope !== "deployment")
      .map((metric) => [
        text`${metric.label}`,
        ...cellsOf(metric, run).map((cell) => text`${cell}`),
      ]),
  );
}

/** Metrics of the whole deployment have one value for the window. */
function valueTable(run: WorkloadRun): Table {
  const values = metricsOf(run)
    .filter(({ scope }) => scope === "deployment")
    .map(({ id, label, unit }) => {
      const measured = run.metrics[id];
      const value = measured !== undefined && "value" in measured ? measured.value : undefined;
      return [text`${label}`, text`${formatValue(unit, value)}`];
    });
  return table(
    [
      { title: text`over the window`, align: "left" },
      { title: text`value`, align: "right" },
    ],
    values,
  );
}

const streamedOnly: ReadonlySet<string> = new Set([
  "ttft",
  "ttfvt",
  "tpot",
  "generation_rate",
  "itl",
]);
const objectivesOnly: ReadonlySet<string> = new Set(["goodput", "good_share"]);

function whyAbsent({ id, unit, counted }: Metric, run: WorkloadRun): string {
  if (run.counts.completed === 0) return "no request completed";
  if (objectivesOnly.has(id)) return "no objectives are set";
  if (id === "queue_delay") return "a closed loop has no schedule";
  const tokens = unit === "tokens/s" || unit === "ms/token" || counted?.includes("tokens");
  const plain = run.definition["api"] === "http";
  if (plain && (tokens || streamedOnly.has(id))) return "plain HTTP has no tokens";
  if (streamedOnly.has(id) && run.definition["stream"] === false) return "answers are not streamed";
  if (tokens && run.tokens.source === "unknown") return "token counts are unknown";
  return "answers came too short, or in one read";
}

/** What the marks of the table mean: percentiles too weak to trust, and why a number is missing. */
function measurementNotes(run: WorkloadRun): Text[] {
  const missing = metricsOf(run).filter(({ id }) => run.metrics[id] === undefined);
  const byReason = Map.groupBy(missing, (metric) => whyAbsent(metric, run));
  const weak = Object.values(run.metrics).some((each) => "weak" in each && each.weak.length > 0);
  return [
    ...(weak
      ? [text`${weakMark} too few requests for this percentile: read it as a rough value.`]
      : []),
    ...[...byReason].map(
      ([reason, metrics]) =>
        text`${absent} ${metrics.map(({ label }) => label).join(", ")}: ${reason}.`,
    ),
  ];
}

/** One workload's tables, and the notes to them; none where no request completed. */
export function measurementBlocks(run: WorkloadRun): Block[] {
  if (run.counts.completed === 0) return [];
  return [distributionTable(run), valueTable(run), ...list(measurementNotes(run))];
}
