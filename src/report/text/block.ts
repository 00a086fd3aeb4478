// Blocks: what a report is made of, in the order in which it is read; every face renders these.
import type { Text } from "./text.ts";

export type Align = "left" | "right";

/** How a row is to be taken; colour and symbol repeat what the words already say. */
export type Tone = "bad" | "warn" | "good" | "quiet";

export interface TableRow {
  readonly cells: readonly Text[];
  readonly tone: Tone;
}

export interface Table {
  readonly kind: "table";
  readonly align: readonly Align[];
  readonly head: readonly Text[];
  readonly rows: readonly TableRow[];
}

export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: Text;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Text[];
}

export interface Code {
  readonly kind: "code";
  readonly language: "" | "sh" | "mermaid";
  readonly text: string;
}

export type Block = Table | Paragraph | List | Code;

export function paragraph(text: Text): Paragraph {
  return { kind: "paragraph", text };
}

export function list(items: readonly Text[]): readonly List[] {
  return items.length === 0 ? [] : [{ kind: "list", items }];
}

export function codeBlock(language: Code["language"], text: string): Code {
  return { kind: "code", language, text };
}

export interface Column {
  readonly title: Text;
  readonly align: Align;
}

export function table(
  columns: readonly Column[],
  rows: readonly (readonly Text[] | TableRow)[],
): Table {
  return {
    kind: "table",
    align: columns.map((column) => column.align),
    head: columns.map((column) => column.title),
    rows: rows.map((row) => ("tone" in row ? row : { cells: row, tone: "quiet" })),
  };
}

/** The verdict in words, and the sentences that a reader needs next. */
export interface Headline {
  readonly title: Text;
  readonly lead: readonly Text[];
}
