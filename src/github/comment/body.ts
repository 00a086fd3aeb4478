// The comment's body: a first line that makes it ours, then one section for each gate or leg, the worst first.

import { linkTo } from "../../report/faces/markdown.ts";
import { codeSpan } from "../../report/text/escape.ts";
import { shortSha } from "../../report/text/format.ts";
import { symbols } from "../../report/words/words.ts";
import { isNewer } from "./run-number.ts";
import { markOf, rankOf, type SectionState, stateFrom } from "./state.ts";

export interface Section {
  readonly state: SectionState;
  readonly text: string;
}

export interface CommentBody {
  /** How often it was posted anew; of two comments the higher one stays. */
  readonly posting: number;
  readonly sections: readonly Section[];
}

const endMark = "<!-- latency-gate:end -->";

function firstLine(posting: number): string {
  return `<!-- latency-gate:v1 posting=${posting} -->`;
}

/** No report can begin or end a section: a fenced block shows what it is given. */
function inert(text: string): string {
  return text.replaceAll("<!-- latency-gate:", "‹!-- latency-gate:").trim();
}

function sectionText({ state, text }: Section): string {
  return `${markOf(state)}\n${inert(text)}\n${endMark}`;
}

function inOrder(sections: readonly Section[]): Section[] {
  return sections.toSorted(
    ({ state: a }, { state: b }) => rankOf(b) - rankOf(a) || (a.name < b.name ? -1 : 1),
  );
}

const mostListed = 30;

/** "**3 gates:** 🔴 `chat` · ✅ `embed`": what is where in a comment of several sections. */
function overview(sections: readonly Section[]): string {
  if (sections.length < 2) return "";
  const listed = sections
    .slice(0, mostListed)
    .map(({ state }) => `${symbols[state.verdict]} ${codeSpan(state.name)}`);
  const more = sections.length > mostListed ? [`and ${sections.length - mostListed} more`] : [];
  return `**${sections.length} gates:** ${[...listed, ...more].join(" · ")}\n\n`;
}

export function formatBody({ posting, sections }: CommentBody): string {
  const ordered = inOrder(sections);
  const parts = ordered.map(sectionText).join("\n\n");
  return `${firstLine(posting)}\n${overview(ordered)}${parts}\n`;
}

/** undefined where the first line is not ours. People may edit a comment: what cannot be read is left out. */
export function parseBody(body: string): CommentBody | undefined {
  const [first = "", ...lines] = body.replaceAll("\r\n", "\n").split("\n");
  const [, posting] = /^<!-- latency-gate:v1 posting=(\d{1,6}) -->\s*$/.exec(first) ?? [];
  if (posting === undefined) return undefined;
  const sections: Section[] = [];
  let open: { state: SectionState; lines: string[] } | undefined;
  for (const line of lines) {
    const state = stateFrom(line);
    if (state) open = { state, lines: [] };
    else if (line === endMark) {
      if (open) sections.push({ state: open.state, text: open.lines.join("\n") });
      open = undefined;
    } else open?.lines.push(line);
  }
  return { posting: Number(posting), sections: newestOf(sections) };
}

/** One section a name, that of the newest run; of equal ones the first. */
export function newestOf(sections: readonly Section[]): Section[] {
  const byName = new Map<string, Section>();
  for (const section of sections) {
    const { name, run } = section.state;
    const known = byName.get(name);
    if (known === undefined || isNewer(run, known.state.run)) byName.set(name, section);
  }
  return [...byName.values()];
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** A section that gives way to others: what its mark knows, and where the rest is. */
function shortened({ state }: Section, runUrl: string | undefined): Section {
  const url = runUrl?.replace(/\d+$/, String(state.run.id));
  const title = `### ${symbols[state.verdict]} ${codeSpan(state.name)}: ${state.verdict}`;
  const where = `At ${codeSpan(shortSha(state.sha))}; its report does not fit beside the others${linkTo(url)}.`;
  return { state, text: `${title}\n\n${where}` };
}

export interface Fitting {
  /** Mine; `render` keeps within the bytes it is given as far as it can. */
  readonly state: SectionState;
  readonly render: (maxBytes: number) => string;
  readonly others: readonly Section[];
  readonly posting: number;
  readonly runUrl: string | undefined;
  readonly maxBytes: number;
}

/** What a section takes in the comment, with the blank line after it. */
function sizeOf(section: Section): number {
  return bytes(`${sectionText(section)}\n\n`);
}

/** Longest first. */
function byLength(sections: readonly Section[]): Section[] {
  return sections.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

function oldestFirst(sections: readonly Section[]): Section[] {
  return sections.toSorted(({ state: a }, { state: b }) => (isNewer(a.run, b.run) ? 1 : -1));
}

/** Takes bytes away until `excess` is gone: first from the longest texts, then whole sections, the oldest first. */
function reduced(
  sections: readonly Section[],
  excess: number,
  runUrl: string | undefined,
): Section[] {
  let left = excess;
  const kept = new Map(sections.map((section) => [section.state.name, section]));
  for (const section of byLength(sections)) {
    if (left <= 0) break;
    const short = shortened(section, runUrl);
    const saved = sizeOf(section) - sizeOf(short);
    if (saved <= 0) continue;
    left -= saved;
    kept.set(section.state.name, short);
  }
  for (const section of oldestFirst([...kept.values()])) {
    if (left <= 0) break;
    left -= sizeOf(section);
    kept.delete(section.state.name);
  }
  return [...kept.values()];
}

/**
 * Everything in `maxBytes`. Mine gets what the others leave, and a fair share at least; where both is too much the
 * longest of the others are shortened, and with hundreds of them the oldest are left out.
 */
export function fittedBody(fitting: Fitting): CommentBody {
  const { state, render, others, posting, runUrl, maxBytes } = fitting;
  const size = (sections: readonly Section[]) => bytes(formatBody({ posting, sections }));
  const bare = (section: Section) => ({ ...section, text: "" });
  const nothing = { state, text: "" };
  const share = (maxBytes - size([nothing, ...others.map(bare)])) / (others.length + 1);
  const left = maxBytes - size([nothing, ...others]);
  const mine = { state, text: render(Math.max(left, Math.floor(share), 0)) };
  const excess = size([mine, ...others]) - maxBytes;
  return { posting, sections: [mine, ...reduced(others, excess, runUrl)] };
}
