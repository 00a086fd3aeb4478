// Tables and paragraphs in a terminal: columns aligned by what the eye sees, nothing wider than the window.

import { plainText } from "../faces/plain.ts";
import type { Align, Table, TableRow, Tone } from "./block.ts";

export interface Paint {
  readonly tone: (tone: Tone, words: string) => string;
  readonly strong: (words: string) => string;
  readonly dim: (words: string) => string;
}

const colours: Readonly<Record<Tone, string>> = { bad: "31", warn: "33", good: "32", quiet: "" };

function styled(style: string, words: string): string {
  return style === "" || words === "" ? words : `\u001b[${style}m${words}\u001b[0m`;
}

export function paintWith(colour: boolean): Paint {
  const paint = (style: string, words: string) => (colour ? styled(style, words) : words);
  return {
    tone: (tone, words) => paint(colours[tone], words),
    strong: (words) => paint("1", words),
    dim: (words) => paint("2", words),
  };
}

/** Emoji and East Asian characters take two columns, marks none. */
export function columnsOf(words: string): number {
  let columns = 0;
  for (const character of words) {
    if (/\p{M}/u.test(character)) continue;
    const wide = /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
    columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

function padded(words: string, columns: number, align: Align): string {
  const fill = " ".repeat(Math.max(0, columns - columnsOf(words)));
  return align === "left" ? words + fill : fill + words;
}

const gap = "  ";

interface Layout {
  readonly widths: readonly number[];
  readonly align: readonly Align[];
  readonly paint: Paint;
}

/** Colour goes on after padding, so that it does not count as width. */
function rowLine({ cells, tone }: TableRow, { widths, align, paint }: Layout): string {
  const last = cells.length - 1;
  return cells
    .map((cell, index) => {
      const side = align[index] ?? "left";
      // Nothing follows the last column: spaces there would only be coloured.
      const width = index === last && side === "left" ? 0 : (widths[index] ?? 0);
      const words = padded(plainText(cell), width, side);
      const bold = cell.some(({ kind }) => kind === "strong") ? paint.strong(words) : words;
      return index === last ? paint.tone(tone, bold) : bold;
    })
    .join(gap)
    .trimEnd();
}

/** Where a table is wider than the window each row becomes a few lines of "name value". */
function stacked({ head, rows }: Table, paint: Paint): string[] {
  return rows.flatMap(({ cells, tone }) => {
    const [first = [], ...rest] = cells;
    const lines = rest.flatMap((cell, index) => {
      const words = plainText(cell);
      const name = plainText(head[index + 1] ?? []);
      const shown = index === rest.length - 1 ? paint.tone(tone, words) : words;
      return words === "" ? [] : [`  ${name === "" ? "" : `${name} `}${shown}`];
    });
    return [paint.strong(plainText(first)), ...lines];
  });
}

export function tableLines(table: Table, width: number, paint: Paint): string[] {
  const all = [table.head, ...table.rows.map((row) => row.cells)];
  const widths = table.head.map((_, index) =>
    Math.max(...all.map((row) => columnsOf(plainText(row[index] ?? [])))),
  );
  const total = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1);
  if (total > width) return stacked(table, paint);
  const layout = { widths, align: table.align, paint };
  const head = rowLine(
    { cells: table.head, tone: "quiet" },
    { ...layout, paint: paintWith(false) },
  );
  return [paint.dim(head), ...table.rows.map((row) => rowLine(row, layout))];
}

/** Words in lines of at most `width` columns; a word that is longer stands alone. */
export function wrapped(words: string, width: number, indent: string = ""): string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const current = lines.at(-1);
    const longer = current === undefined ? word : `${current} ${word}`;
    if (current === undefined || columnsOf(longer) > width - indent.length) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line, index) => (index === 0 ? line : indent + line));
}
