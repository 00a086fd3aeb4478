// An oracle: what GitHub's markdown makes of a comment, and everything in it that is live and not ours.
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

const dead: ReadonlySet<string> = new Set([
  "root",
  "paragraph",
  "heading",
  "list",
  "listItem",
  "table",
  "tableRow",
  "tableCell",
  "text",
  "strong",
  "inlineCode",
  "code",
  "html",
  "link",
]);

const ourTags: ReadonlySet<string> = new Set([
  "<details>",
  "</details>",
  "<summary>",
  "</summary>",
  "<sub>",
  "</sub>",
  "<code>",
  "</code>",
]);
const ourMarks =
  /^<!-- latency-gate:(v1 posting=\d+|end|section [^\s<>]+( [a-z-]+=[^\s<>]*)*) -->$/;

function tagsOf(html: string): string[] {
  return html.match(/<!--[\s\S]*?(?:-->|$)|<[/!?a-z][^>]*>?/gi) ?? [];
}

/** In a text GitHub itself looks for people, issues and commits. */
const references: readonly RegExp[] = [
  /(?:^|[^\w/`])@[a-z\d]/i,
  /(?:^|[^\w&])#\d/,
  /\b[\w-]+\/[\w.-]+#\d/,
  /\bGH-\d/i,
  /\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/i,
];

function faultOf(node: Node, ownUrl: string): string | undefined {
  const { type, value = "", url } = node;
  if (!dead.has(type)) return `a ${type}`;
  if (type === "link" && url !== ownUrl) return `a link to ${url}`;
  if (type === "text") return references.find((one) => one.test(value)) && `a reference: ${value}`;
  if (type !== "html") return undefined;
  const foreign = tagsOf(value).find((tag) => !ourTags.has(tag) && !ourMarks.test(tag));
  return foreign && `the tag ${foreign}`;
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

function ragged(node: Node): boolean {
  if (node.type !== "table") return false;
  const widths = (node.children ?? []).map((row) => row.children?.length);
  return new Set(widths).size > 1;
}

export interface Seen {
  /** What is live and not ours; empty where all is well. */
  readonly faults: readonly string[];
  /** The blocks at the top, and how many columns each table has. */
  readonly blocks: readonly string[];
}

function blockName({ type, value = "", children = [] }: Node): string {
  if (type === "table") return `table of ${children[0]?.children?.length}`;
  return type === "html" && value.startsWith("<!--") ? "mark" : type;
}

export function look(markdown: string, ownUrl: string): Seen {
  const tree: Node = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const nodes = [...walk(tree)];
  const faults = nodes.flatMap((node) => faultOf(node, ownUrl) ?? []);
  const broken = nodes.filter(ragged).map(() => "a table with rows of different widths");
  return { faults: [...faults, ...broken], blocks: (tree.children ?? []).map(blockName) };
}
