// YAML text → plain values: version 1.2, bounded, every mistake told with its line; the only importer of yaml.
import { type Document, parseDocument } from "yaml";
import { accept, isMapping, type Parsed, refuse } from "../fields/field.ts";

/** Far above any real configuration, far below what would stall the parser. */
const longest = 262_144;
/** Nodes that aliases may repeat in all, so that nested anchors cannot grow without bound. */
const maxAliasCount = 100;

export type Mapping = Readonly<Record<string, unknown>>;

function mistakes(document: Document.Parsed): readonly string[] {
  const { version } = document.directives.yaml;
  const found = [...document.errors, ...document.warnings].map(({ message }) => firstLine(message));
  return version === "1.2" ? found : [`%YAML ${version}`, ...found];
}

/** "Map keys must be unique at line 2, column 1:" without the excerpt, which might hold a secret. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.replace(/:$/, "").slice(0, 160) ?? "";
}

/** Empty text is an empty mapping; only the first three mistakes are told. */
export function parseYaml(text: string): Parsed<Mapping> {
  if (text.length > longest)
    return refuse(`${text.length} characters of YAML`, `at most ${longest}`);
  const document = parseDocument(text, { version: "1.2", logLevel: "error" });
  const wrong = mistakes(document).slice(0, 3);
  if (wrong.length > 0)
    return {
      ok: false,
      troubles: wrong.map((value) => ({ path: [], value, legal: "a mapping in YAML 1.2" })),
    };
  return toMapping(document);
}

function toMapping(document: Document.Parsed): Parsed<Mapping> {
  try {
    const value: unknown = document.toJS({ maxAliasCount }) ?? {};
    return isMapping(value)
      ? accept(value)
      : refuse("YAML that is no mapping", "a mapping of names to values");
  } catch {
    return refuse("aliases that repeat too much", `aliases for at most ${maxAliasCount} nodes`);
  }
}
