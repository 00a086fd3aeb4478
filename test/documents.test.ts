// What people read says what the program does: definitions, commands, words, links. UPDATE=1 rewrites what is generated.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { backtestCommand } from "../src/commands/backtest.ts";
import { calibrateCommand } from "../src/commands/calibrate.ts";
import { compareCommand } from "../src/commands/compare.ts";
import { demoCommand } from "../src/commands/demo.ts";
import { gateCommand } from "../src/commands/gate.ts";
import { measureCommand } from "../src/commands/measure.ts";
import { recoverCommand } from "../src/commands/recover.ts";
import { simulateCommand } from "../src/commands/simulate.ts";
import { catalog } from "../src/metrics/catalog.ts";
import { verdictSchema } from "../src/report/faces/json.ts";

const documents = ["README.md", ...globSync("*.md"), ...globSync("{docs,bench}/**/*.md")];
const pages = [...new Set(documents)].toSorted();
const textOf = (page: string) => readFileSync(page, "utf8");
const readme = () => textOf("README.md");

interface Generated {
  readonly page: string;
  readonly from: string;
  readonly to: string;
  readonly content: () => string;
}

function catalogueTable(): string {
  const rows = [...catalog.values()].map((metric) => {
    const { id, label, counted, clockStart, clockStop, scope, unit, better, formula } = metric;
    const answers = [counted, clockStart, clockStop].map((answer) => answer ?? "–");
    return [`\`${id}\``, label, ...answers, scope, unit, better, formula];
  });
  const heads = ["id", "name", "counted", "clock starts", "clock stops", "scope", "unit", "better"];
  const lines = [[...heads, "formula"], Array<string>(9).fill("---"), ...rows];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

const exampleBlock = () => `\`\`\`yaml\n${textOf("examples/pull-request.yml")}\`\`\``;

const generated: readonly Generated[] = [
  {
    page: "docs/metrics.md",
    from: "<!-- catalogue: generated from src/metrics/catalog.ts, do not edit -->",
    to: "<!-- /catalogue -->",
    content: catalogueTable,
  },
  {
    page: "README.md",
    from: "<!-- example: examples/pull-request.yml -->",
    to: "<!-- /example -->",
    content: exampleBlock,
  },
];

test.each(generated)("$page holds what is generated: $from", ({ page, from, to, content }) => {
  const [before = "", rest = ""] = textOf(page).split(from);
  const after = rest.slice(rest.indexOf(to));
  const current = `${before}${from}\n\n${content()}\n\n${after}`;
  if (process.env["UPDATE"]) writeFileSync(page, current);
  expect(textOf(page)).toBe(current);
});

describe("README", () => {
  test("has the two commands that newcomers try", () => {
    expect(readme()).toContain("npm ci && npm run demo\n");
    expect(readme()).toContain("npm ci && npm test\n");
  });

  test("explains every verdict and every exit code", () => {
    const words = verdictSchema.shape.verdict.options.map((word) => `\`${word}\``);
    expect(words.filter((word) => !readme().includes(word))).toEqual([]);
    for (const code of [0, 1, 2, 3, 4]) expect(readme()).toMatch(new RegExp(`\\b${code} [a-z]`));
  });

  test("names the outputs of action.yml, in their order", () => {
    const [, table = ""] = readme().split("| output | |\n|---|---|\n");
    const [rows = ""] = table.split("\n\n");
    const named = [...rows.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(parse(textOf("action.yml")).outputs));
  });
});

const exit = { code: 0 };
const commands = [
  backtestCommand(),
  calibrateCommand(exit),
  recoverCommand(),
  compareCommand(exit),
  demoCommand(exit),
  gateCommand(exit),
  measureCommand(exit),
  simulateCommand(),
];

/** Lines of shell blocks that call the command line, as page and words. */
const calls = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = ""]) => block.split("\n"))
    .filter((line) => line.startsWith("latency-gate "))
    .map((line) => [line, page] as const),
);

test("every command has its example in the README", () => {
  const shown = calls
    .filter(([, page]) => page === "README.md")
    .map(([line]) => line.split(" ")[1]);
  expect(commands.map((command) => command.name()).filter((name) => !shown.includes(name))).toEqual(
    [],
  );
});

test.each(calls)("%s (%s) is a command with its flags", (line) => {
  const [, name, ...words] = line.split(" ");
  const command = commands.find((one) => one.name() === name);
  const flags = words.filter((word) => word.startsWith("--"));
  const known = command?.options.map(({ long }) => long) ?? [];
  expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
  expect(command).toBeDefined();
});

/** As GitHub makes them: lower case, no punctuation, dashes for blanks. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Targets of Markdown links that lie in the repository. */
function linksOf(page: string): string[] {
  const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : path.join(path.dirname(page), file);
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

test.each(pages)("every link of %s leads somewhere", (page) => {
  expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});
