// action.yml, the table of settings and the documents agree on every input. UPDATE=1 rewrites what is generated.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { isMap, parse, parseAllDocuments, parseDocument } from "yaml";
import { configJsonSchema } from "../src/config/schema.ts";
import { actionInputs } from "../src/config/settings/settings.ts";

const updating = Boolean(process.env["UPDATE"]);
const names = actionInputs.map(({ name }) => name);

const inputs = Object.fromEntries(
  actionInputs.map(({ name, description, actionDefault }) => [
    name,
    { description, ...(actionDefault === undefined ? {} : { default: actionDefault }) },
  ]),
);

function updateAction(): void {
  const action = parseDocument(readFileSync("action.yml", "utf8"));
  action.set("inputs", inputs);
  writeFileSync("action.yml", action.toString({ lineWidth: 100 }));
}

test("action.yml has exactly the inputs, descriptions and defaults of the table, in its order", () => {
  if (updating) updateAction();
  const action = parse(readFileSync("action.yml", "utf8"));
  expect(action.inputs).toEqual(inputs);
  expect(Object.keys(action.inputs)).toEqual(names);
});

test("action.yml describes every output and runs the bundle", () => {
  const action = parse(readFileSync("action.yml", "utf8"));
  expect(Object.keys(action.outputs)).toEqual([
    "verdict",
    "regressions",
    "compared",
    "results-path",
    "report-path",
    "baseline-sha",
    "comment-url",
  ]);
  for (const { description } of Object.values<{ description: string }>(action.outputs))
    expect(description).toMatch(/^The .*\.$|^What .*\.$|^Whether .*\.$/);
  expect(action.runs).toEqual({ using: "node24", main: "dist/index.js" });
  expect(action.branding).toEqual({ icon: "activity", color: "purple" });
});

/** Between these marks the README's table of inputs is generated. */
const marks = [
  "<!-- inputs: generated from src/config, do not edit -->",
  "<!-- /inputs -->",
] as const;

function inputTable(): string {
  const rows = actionInputs.map(({ name, description }) => {
    const [does = "", fallback = ""] = description.split(/; default: (?=[^;]*$)/);
    return `| \`${name}\` | ${does.replaceAll("|", "\\|")}. | ${fallback.replace(/\.$/, "")} |`;
  });
  return ["| Input | | Default |", "|---|---|---|", ...rows].join("\n");
}

const readme = () => readFileSync("README.md", "utf8");
const hasTable = existsSync("README.md") && readme().includes(marks[0]);

test.runIf(hasTable)("README's table of inputs is current", () => {
  const [before = "", rest = ""] = readme().split(marks[0]);
  const after = rest.slice(rest.indexOf(marks[1]));
  const current = `${before}${marks[0]}\n\n${inputTable()}\n\n${after}`;
  if (updating) writeFileSync("README.md", current);
  expect(readme()).toBe(current);
});

/** Every fenced YAML block of the documents, and every example, by where it stands. */
function yamlTexts(): readonly (readonly [place: string, text: string])[] {
  const documents = [
    ...(existsSync("README.md") ? ["README.md"] : []),
    ...globSync("docs/**/*.md"),
  ];
  const blocks = documents.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^```ya?ml\n(.*?)^```/gms)].map(
      ([, text = ""], at) => [`${path}, block ${at + 1}`, text] as const,
    ),
  );
  const examples = globSync("examples/*.yml").map(
    (path) => [path, readFileSync(path, "utf8")] as const,
  );
  return [...examples, ...blocks];
}

/** The `with:` keys of every step that uses this action, wherever it is nested. */
function inputsGiven(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { uses, with: given } = value as { uses?: unknown; with?: object };
  const ours = typeof uses === "string" && /(^|\/)latency-gate(@|$)|^\.\/?$/.test(uses);
  return [...(ours ? Object.keys(given ?? {}) : []), ...Object.values(value).flatMap(inputsGiven)];
}

test.each(yamlTexts())("%s parses and names only real inputs", (_, text) => {
  for (const document of parseAllDocuments(text)) {
    expect(document.errors).toEqual([]);
    expect(names).toEqual(expect.arrayContaining([...inputsGiven(document.toJS())]));
  }
});

const validate = new Ajv({ allowUnionTypes: true }).compile(configJsonSchema());

/** A configuration is told from a workflow by its parts. */
const isConfig = (text: string) => {
  const { contents } = parseDocument(text);
  return (
    isMap(contents) && !contents.has("jobs") && (contents.has("workloads") || contents.has("gate"))
  );
};

test.each(yamlTexts().filter(([, text]) => isConfig(text)))(
  "%s is a valid configuration",
  (_, text) => {
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  },
);
