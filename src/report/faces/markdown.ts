// Markdown: the report as a pull-request comment and as a job summary; the only importer of markdown-table.
import { markdownTable } from "markdown-table";
import type { Page } from "../calibration/page.ts";
import type { Fold } from "../folds/fold.ts";
import type { Report, Section } from "../report.ts";
import type { Block, Table } from "../text/block.ts";
import {
  cellMarkdown,
  codeSpan,
  fenced,
  htmlCode,
  plainMarkdown,
  withinSpaces,
} from "../text/escape.ts";
import type { Span, Text } from "../text/text.ts";
import { fitted, type Pieces } from "../text/truncate.ts";

function span({ kind, text }: Span): string {
  if (kind === "code") return codeSpan(text);
  if (kind === "strong") return `**${plainMarkdown(text)}**`;
  return withinSpaces(text, plainMarkdown);
}

function inline(text: Text): string {
  return text.map(span).join("");
}

/** A line must not begin a list, a heading or a quote, nor be a rule or an underline, because of what it says. */
function line(text: Text): string {
  return inline(text)
    .trimStart()
    .replace(/^(\d*)([-+>#=.)])(?=\s|$)/, "$1\\$2")
    .replace(/^(?=[-=]+\s*$)/, "\\");
}

const ourName = "latency-gate";

/** Padding helps the reader of the source only as long as no cell is a sentence. */
const widestPadded = 40;

function tableMarkdown({ align, head, rows }: Table): string {
  const cells = [head, ...rows.map((row) => row.cells)].map((row) =>
    row.map((cell) => cellMarkdown(inline(cell))),
  );
  const padded = cells.flat().every((cell) => cell.length <= widestPadded);
  return markdownTable(cells, { align: align.slice(), alignDelimiters: padded });
}

function block(content: Block): string {
  switch (content.kind) {
    case "table":
      return tableMarkdown(content);
    case "paragraph":
      return line(content.text);
    case "list":
      return content.items.map((item) => `- ${line(item)}`).join("\n");
    case "code":
      return fenced(content.language, content.text);
  }
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The blank lines let markdown be read between the tags. */
function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function foldMarkdown({ title, blocks }: Fold): string {
  return details(title, paragraphs(blocks.map(block)));
}

function sectionMarkdown({ gated, notes, footer }: Section, rows: number): string {
  const shown = gated && { ...gated, rows: gated.rows.slice(0, rows) };
  return paragraphs([
    shown === undefined || shown.rows.length === 0 ? "" : block(shown),
    block({ kind: "list", items: notes }),
    line(footer),
  ]);
}

function closedMarkdown(section: Section): string {
  const summary = `✅ ${htmlCode(section.workload)}: ${section.status}`;
  return details(summary, sectionMarkdown(section, Number.POSITIVE_INFINITY));
}

export interface MarkdownOptions {
  readonly maxBytes?: number | undefined;
  /** The page of the workflow run, where everything is. */
  readonly runUrl?: string | undefined;
}

/** Rendered whole once: cutting a long report to size asks for it many times. */
function openPiece(section: Section): Pieces["sections"][number] {
  const rows = section.gated?.rows.length ?? 0;
  const whole = sectionMarkdown(section, rows);
  return { rows, render: (some) => (some >= rows ? whole : sectionMarkdown(section, some)) };
}

/** Only what looks like one of our links is linked. */
export function linkTo(runUrl: string | undefined): string {
  return runUrl !== undefined && /^https?:\/\/[\w.:/~%-]+$/.test(runUrl)
    ? ` · [workflow run](${runUrl})`
    : "";
}

/** Whose comment this is: several gates of a repository differ in their name. */
function closingOf(name: string, runUrl: string | undefined): string {
  // Markdown is read between these tags: they begin no HTML block.
  const gate = name === ourName ? "" : ` ${codeSpan(name)}`;
  return `<sub>Latency Gate${gate}${linkTo(runUrl)}</sub>`;
}

function piecesOf(report: Report, runUrl: string | undefined): Pieces {
  const open = report.sections.filter((section) => section.open);
  const closed = report.sections.filter((section) => !section.open);
  return {
    title: `### ${report.symbol} ${inline(report.title)}`,
    lead: report.lead.map(line),
    sections: open.map(openPiece),
    closed: closed.map(closedMarkdown),
    notes: block({ kind: "list", items: report.notes }),
    folds: report.folds.map((fold) => ({ title: fold.title, text: foldMarkdown(fold) })),
    closing: closingOf(report.name, runUrl),
  };
}

const commentBytes = 60_000;
const summaryBytes = 900 * 1024;

/** GitHub refuses comments over 65,536 characters; the marker is added by whoever posts. */
export function renderComment(report: Report, options: MarkdownOptions = {}): string {
  return fitted(piecesOf(report, options.runUrl), options.maxBytes ?? commentBytes);
}

/** The comment without its limit; the runner drops a step's summary of over 1 MiB whole. */
export function renderSummary(report: Report, options: MarkdownOptions = {}): string {
  return fitted(piecesOf(report, options.runUrl), options.maxBytes ?? summaryBytes);
}

/** A page of blocks as a job summary. */
export function renderMarkdownPage({ symbol, title, blocks }: Page): string {
  return `${paragraphs([`### ${symbol} ${inline(title)}`, ...blocks.map(block)])}\n`;
}
