// Text: what a report says before a face decides how it looks; what came from outside stays marked.

/** `code`: quoted as it is and made inert, whoever wrote it; `plain` is escaped by every face. */
export interface Span {
  readonly kind: "plain" | "strong" | "code";
  readonly text: string;
}
export type Text = readonly Span[];

export function strong(text: string): Span {
  return { kind: "strong", text };
}

/** For whatever came from an endpoint, git, a config or a user, and for names people may type. */
export function code(text: string): Span {
  return { kind: "code", text };
}

type Part = string | number | Span | Text;

function spans(part: Part): Text {
  if (typeof part === "string" || typeof part === "number")
    return part === "" ? [] : [{ kind: "plain", text: String(part) }];
  return "kind" in part ? [part] : part;
}

/** A template: text`${strong("540 ms")} at ${code(sha)}`. */
export function text(strings: TemplateStringsArray, ...parts: readonly Part[]): Text {
  return strings.flatMap((literal, index) => {
    const part = parts[index];
    return part === undefined ? spans(literal) : [...spans(literal), ...spans(part)];
  });
}

/** A ready sentence of ours: what stands between backticks becomes code. */
export function sentence(words: string): Text {
  return words
    .split(/(`[^`\n]+`)/)
    .flatMap((part) => (/^`[^`]+`$/.test(part) ? [code(part.slice(1, -1))] : spans(part)));
}

export function joined(texts: readonly Text[], separator: string): Text {
  return texts.flatMap((each, index) => (index === 0 ? each : [...spans(separator), ...each]));
}
