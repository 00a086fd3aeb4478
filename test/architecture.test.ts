// The import table of docs/architecture.md, enforced; and the few files that may touch the world.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const everyone = ["errors", "warning", "time"];

/** Folder or root file → what it may import besides errors, warning and time; "a/b" is one file of a. */
const table: Record<string, readonly string[]> = {
  clock: [],
  log: [],
  tokens: ["workload/workload"],
  terminal: ["log"],
  version: [],
  stats: [],
  workload: ["stats"],
  metrics: ["workload", "stats"],
  verdict: ["metrics", "stats", "workload", "baseline/history", "baseline/select"],
  report: ["verdict", "metrics", "workload", "baseline/history"],
  config: ["workload", "metrics", "verdict"],
  dialect: ["metrics/record", "workload"],
  endpoint: ["dialect/transcript", "clock"],
  load: ["endpoint", "workload", "dialect/transcript", "metrics/record", "clock"],
  baseline: ["metrics", "stats"],
  simulator: ["dialect", "stats"],
  github: ["report", "baseline", "metrics", "verdict", "clock"],
};

/** The program, its doors and its ports see every folder but those named here. */
const exceptions: Record<string, readonly string[]> = {
  measure: ["github", "simulator", "commands", "baseline", "verdict", "action", "gate"],
  references: ["github", "simulator", "commands", "endpoint", "load"],
  stores: ["simulator", "commands", "endpoint", "load", "dialect"],
  reproduce: ["github", "simulator", "commands", "endpoint", "load"],
  gate: ["github", "simulator", "commands", "endpoint", "load", "dialect"],
  calibrate: ["github", "simulator", "commands", "endpoint", "load", "dialect"],
  candidates: ["github", "simulator", "commands", "endpoint", "load", "dialect"],
  conclude: ["github", "simulator", "commands", "endpoint", "load", "dialect"],
  results: ["github", "simulator", "commands", "endpoint", "load", "dialect"],
  ports: ["github", "simulator", "commands", "report"],
  action: ["simulator", "commands"],
  index: ["simulator", "commands"],
  commands: ["github", "action"],
  cli: ["github", "action"],
};

/** Who may touch processes, clocks, randomness and files. Everything else is pure of them. */
const worldly: Record<string, readonly string[]> = {
  "process.": ["cli.ts", "index.ts", "action.ts", "commands/", "load/watch/health.ts", "ports.ts"],
  "Date.now": ["ports.ts"],
  "performance.": ["clock.ts", "load/watch/", "simulator/timetable.ts"],
  "Math.random": [],
  "node:fs": [
    "baseline/file-store.ts",
    "candidates.ts",
    "github/artifacts/upload.ts",
    "cli.ts",
    "results.ts",
    "ports.ts",
    "github/runner/context.ts",
    "measure/journal/journal-file.ts",
  ],
};

/** Each third-party package has one home. */
const homes: Record<string, readonly string[]> = {
  "@actions/": ["github/"],
  undici: ["endpoint/"],
  "js-tiktoken": ["tokens.ts"],
  "hdr-histogram-js": ["metrics/values/distribution.ts"],
  "markdown-table": ["report/faces/markdown.ts"],
  "@stdlib/": ["stats/"],
  yaml: ["config/"],
  commander: ["cli.ts", "commands/"],
};

interface Edge {
  readonly file: string;
  readonly target: string;
}

const files = globSync("**/*.ts", { cwd: path.join(root, "src") }).toSorted();
const textOf = (file: string) => readFileSync(path.join(root, "src", file), "utf8");
/** Names in comments and in texts are no use of them. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1").replace(/`[^`]*`/g, "``");

function importsOf(file: string): string[] {
  const specifier = /(?:from|import)\s*\(?\s*"([^"]+)"/g;
  return [...textOf(file).matchAll(specifier)].map((match) => match[1] ?? "");
}

/** "metrics/run.ts" → "metrics"; "gate.ts" → "gate". */
function unitOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? file) : file.replace(/\.ts$/, "");
}

function edges(): Edge[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ file, target: path.posix.join(path.posix.dirname(file), specifier) })),
  );
}

function isAllowed({ file, target }: Edge): boolean {
  const unit = unitOf(file);
  const goal = unitOf(target);
  if (unit === goal || everyone.includes(goal)) return true;
  const barred = exceptions[unit];
  if (barred) return !barred.includes(goal);
  const allowed = table[unit] ?? [];
  return allowed.includes(goal) || allowed.includes(target.replace(/\.ts$/, ""));
}

function offenders(word: string, allowed: readonly string[], look: (file: string) => boolean) {
  return files
    .filter((file) => !allowed.some((place) => file === place || file.startsWith(place)))
    .filter(look)
    .map((file) => `${file} mentions ${word}`);
}

describe("architecture", () => {
  test("every relative import is an edge of the table", () => {
    const forbidden = edges().filter((edge) => !isAllowed(edge));
    expect(forbidden.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  test("every folder and root file has its row", () => {
    const units = new Set([...files, ...edges().map(({ target }) => target)].map(unitOf));
    const rows = new Set([...Object.keys(table), ...Object.keys(exceptions), ...everyone]);
    expect([...units].filter((unit) => !rows.has(unit))).toEqual([]);
  });

  test.each(Object.entries(worldly))("%s appears only where it may", (word, allowed) => {
    const mentions = (file: string) => codeOf(textOf(file)).includes(word);
    expect(offenders(word, allowed, mentions)).toEqual([]);
  });

  test.each(Object.entries(homes))("%s is imported only at home", (name, allowed) => {
    const belongs = (specifier: string) =>
      specifier === name || specifier.startsWith(name.endsWith("/") ? name : `${name}/`);
    expect(offenders(name, allowed, (file) => importsOf(file).some(belongs))).toEqual([]);
  });

  test("the docs print the same table", () => {
    const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
    const rows = Object.entries(table).map(
      ([unit, allowed]) => `| ${unit} | ${allowed.length === 0 ? "–" : allowed.join(", ")} |`,
    );
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });

  test("each file opens with one sentence on its job", () => {
    const silent = files.filter((file) => !/^(#!.*\n)?\/\/ \S/.test(textOf(file)));
    expect(silent).toEqual([]);
  });
});
