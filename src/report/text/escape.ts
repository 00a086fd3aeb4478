// Escaping: makes text from outside one harmless line, for markdown, HTML and plain faces.

const longestQuote = 80;
export const longestSentence = 600;

/** One line: control, format (bidi, zero-width), private and broken characters gone, cut at `longest`. */
export function oneLine(text: string, longest: number = longestQuote): string {
  // Cut early: an error body of megabytes is not worth cleaning whole.
  const clean = text
    .slice(0, longest * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .trim();
  const characters = [...clean];
  const cut = characters.length > longest || text.length > longest * 8;
  return cut
    ? `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`
    : clean;
}

function longestRun(text: string, of: RegExp): number {
  return Math.max(0, ...(text.match(of) ?? []).map((run) => run.length));
}

/**
 * A code span, in which GitHub resolves no mention, reference, link, image, emoji or formula. Angle brackets
 * become ‹ ›, so that nothing downstream (mail, other forges) ever sees a tag or the end of a comment.
 */
export function codeSpan(outside: string): string {
  const content = oneLine(outside).replaceAll("<", "‹").replaceAll(">", "›");
  if (content === "") return "(empty)";
  const fence = "`".repeat(longestRun(content, /`+/g) + 1);
  const pad = content.startsWith("`") || content.endsWith("`") ? " " : "";
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** A zero-width space, written so that it can be seen: GitHub then finds no mention, reference or link. */
const split = "&#8203;";

/** What GitHub may take for a commit: 7 to 40 hexadecimal digits, letters and figures among them. */
const commitLike = /(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9a-z])/gi;

/** No part of it is long enough to be a commit. */
function apart(digits: string): string {
  return digits.replace(/.{6}(?=.)/g, `$&${split}`);
}

/** Markdown that shows `words` as they are: no markup, mention, reference, link, HTML or formula. */
export function plainMarkdown(words: string): string {
  return oneLine(words, longestSentence)
    .replace(/[\\`*_[\]~$|]/g, "\\$&")
    .replace(/&(?=[a-z#])/gi, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/@(?=\w)/g, `@${split}`)
    .replace(/(?<!&)#(?=\d)/g, `#${split}`)
    .replace(/\bGH-(?=\d)/gi, `GH${split}-`)
    .replace(commitLike, apart)
    .replaceAll("://", `:${split}//`)
    .replace(/(www)\./gi, `$1${split}.`);
}

/** Spans stand beside each other: their outer spaces belong to the sentence and are kept. */
export function withinSpaces(words: string, change: (inner: string) => string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(words) ?? [];
  return `${before && " "}${change(inner)}${after && " "}`;
}

/** A cell is split at every pipe that no backslash precedes, even inside a code span. */
export function cellMarkdown(markdown: string): string {
  return markdown.replace(/(\\*)\|/g, (_, slashes: string) =>
    slashes.length % 2 === 1 ? `${slashes}|` : `${slashes}\\|`,
  );
}

/** Inside an HTML block (a summary), where markdown is not read but HTML is. */
export function htmlCode(outside: string): string {
  const escaped = oneLine(outside)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<code>${escaped}</code>`;
}

/** A fenced block whose fence is longer than any inside; lines are kept. */
export function fenced(language: string, content: string): string {
  const clean = content.replace(/[^\S\n ]|[\p{Cf}\p{Co}\p{Cs}]|(?!\n)\p{Cc}/gu, "");
  const fence = "`".repeat(Math.max(3, longestRun(clean, /`+/g) + 1));
  return `${fence}${language}\n${clean}\n${fence}`;
}
