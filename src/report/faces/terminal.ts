// Terminal: the comment's content as aligned tables, the verdict last, where the eye is.
import type { Run, WorkloadRun } from "../../metrics/run.ts";
import type { Page } from "../calibration/page.ts";
import type { Report, Section } from "../report.ts";
import { type Block, list } from "../text/block.ts";
import { code, type Text, text } from "../text/text.ts";
import { type Paint, paintWith, tableLines, wrapped } from "../text/text-table.ts";
import { failuresOf } from "../words/failures.ts";
import { shapeWords } from "../words/load-words.ts";
import { warningNotes } from "../words/notes.ts";
import { measurementBlocks } from "./measurement.ts";
import { plainText } from "./plain.ts";

export interface TerminalOptions {
  /** False where the output is no terminal, under NO_COLOR and in CI. */
  readonly colour: boolean;
  /** Columns of the window. */
  readonly width: number;
}

interface Window {
  readonly width: number;
  readonly paint: Paint;
}

function pageOf({ colour, width }: TerminalOptions): Window {
  return { width: Math.max(40, width), paint: paintWith(colour) };
}

/** A wrapped line may begin with whatever outside text held: `::` there, indented or not, would be a command. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => (/^\s*::/.test(line) ? ` |${line}` : line)).join("\n");
}

function noteLines(notes: readonly Text[], { width }: Window): string[] {
  return notes.flatMap((note) => wrapped(`- ${plainText(note)}`, width, "  "));
}

function sectionLines({ gated, notes, footer }: Section, page: Window): string[] {
  return [
    ...(gated === undefined ? [] : tableLines(gated, page.width, page.paint)),
    ...noteLines(notes, page),
    ...wrapped(plainText(footer), page.width).map(page.paint.dim),
    "",
  ];
}

export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page = pageOf(options);
  const title = `${report.symbol} ${plainText(report.title)}`;
  return joinLines([
    ...report.sections.flatMap((section) => sectionLines(section, page)),
    ...noteLines(report.notes, page),
    ...report.lead.flatMap((line) => wrapped(plainText(line), page.width)),
    ...wrapped(title, page.width, "   ").map(page.paint.strong),
    "",
  ]);
}

function blockLines(content: Block, page: Window): string[] {
  switch (content.kind) {
    case "table":
      return ["", ...tableLines(content, page.width, page.paint)];
    case "paragraph":
      return wrapped(plainText(content.text), page.width);
    case "list":
      return noteLines(content.items, page);
    case "code":
      return content.text.split("\n");
  }
}

/** A page of blocks: its title comes last, where the eye is. */
export function renderTerminalPage(content: Page, options: TerminalOptions): string {
  const window = pageOf(options);
  const title = `${content.symbol} ${plainText(content.title)}`;
  return joinLines([
    ...content.blocks.flatMap((each) => blockLines(each, window)),
    "",
    ...wrapped(title, window.width, "   ").map(window.paint.strong),
    "",
  ]);
}

function workloadLines(run: WorkloadRun, page: Window): string[] {
  const failures = run.counts.failed === 0 ? [] : [text`Failed: ${failuresOf(run)}.`];
  const blocks: Block[] = [
    { kind: "paragraph", text: text`${code(run.name)}: ${shapeWords(run)}` },
    ...measurementBlocks(run),
    ...list([...failures, ...warningNotes(run.warnings)]),
  ];
  const invalid = warningNotes(run.invalid).flatMap((why) =>
    wrapped(`⛔ Not valid: ${plainText(why)}`, page.width, "   "),
  );
  return [...blocks.flatMap((each) => blockLines(each, page)), ...invalid, ""];
}

/** The other endpoint of a duet, before the one that is compared with it; what to know of it is said there. */
function baseOf({ name, duet }: WorkloadRun): WorkloadRun[] {
  return duet ? [{ ...duet.base, name: `${name}, base endpoint`, warnings: [], invalid: [] }] : [];
}

/** What `measure` shows: every metric of the catalogue, and why one has no number. */
export function renderMeasurement(run: Run, options: TerminalOptions): string {
  const page = pageOf(options);
  const shown = run.workloads.flatMap((workload) => [...baseOf(workload), workload]);
  return joinLines(shown.flatMap((workload) => workloadLines(workload, page)));
}
