// Page: what `npm run bench` found as the Markdown that stands in docs/instrument.md.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Chart, Row } from "./figures.ts";
import { machine } from "./machine.ts";

/** A bar as its bench judged it. */
interface Judged {
  readonly name: string;
  readonly value?: number;
  readonly least?: number;
  readonly most?: number;
  readonly outcome: string;
}

/** The last line of a bench. */
export interface Told {
  readonly bench: string;
  readonly bars?: readonly Judged[];
  readonly rows?: readonly Row[];
  readonly charts?: readonly Chart[];
}

const [begin, end] = ["<!-- figures: printed by npm run bench -->", "<!-- /figures -->"];
const page = path.join(import.meta.dirname, "../../docs/instrument.md");

function shown(value: number | string | undefined): string {
  return typeof value === "number" ? value.toLocaleString("en-US") : (value ?? "");
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines]
    .map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

function barsTable(told: readonly Told[]): string {
  const lines = told.flatMap(({ bench, bars = [] }) =>
    bars.map(({ name, value, least, most, outcome }) => {
      const bounds = [
        least === undefined ? [] : `≥ ${least}`,
        most === undefined ? [] : `≤ ${most}`,
      ];
      return [name, `\`${bench}\``, bounds.flat().join(", "), shown(value) || "–", outcome];
    }),
  );
  return table(["bar", "bench", "bound", "measured", ""], lines);
}

function rowsTable(told: readonly Told[]): string {
  const lines = told.flatMap(({ bench, rows = [] }) =>
    rows.map(({ figure, ours, native, aiohttp, others }) => {
      const taken = others === undefined ? "" : `${Math.round(100 * others)} %`;
      return [`\`${bench}\``, figure, shown(ours), shown(native), shown(aiohttp), taken];
    }),
  );
  return table(
    ["bench", "figure", "ours", "native", "aiohttp, uvloop, orjson", "others took"],
    lines,
  );
}

function chartText({ title, axis, places, unit, lines }: Chart): string {
  const top = Math.max(...lines.flat());
  return [
    "```mermaid",
    "xychart-beta",
    `  title "${title}"`,
    `  x-axis "${axis}" [${places.join(", ")}]`,
    `  y-axis "${unit}" 0 --> ${Math.ceil(1.1 * top)}`,
    ...lines.map((line) => `  line [${line.join(", ")}]`),
    "```",
  ].join("\n");
}

export function figuresText(told: readonly Told[]): string {
  const on = `Taken on ${machine()}.`;
  const charts = told.flatMap((each) => each.charts ?? []).map(chartText);
  return [on, barsTable(told), rowsTable(told), ...charts].join("\n\n");
}

/** Puts the figures where those of the last time stand. */
export function writePage(text: string): void {
  const before = readFileSync(page, "utf8");
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for figures`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`);
}
