// The workflows that users copy, and our own: GitHub's own parser reads them, and they ask for the least.
import { globSync, readFileSync } from "node:fs";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const permissions = z.record(z.string(), z.string()).optional();
const workflow = z.looseObject({
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({ "timeout-minutes": z.int(), permissions, steps: z.array(step) }),
  ),
});

/** One file may show several workflows, each a document of its own. */
const texts = globSync(["examples/*.yml", ".github/workflows/*.yml"])
  .filter((file) => !file.endsWith("latency-gate.yml"))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split(/^---$/m)
      .map((text, at) => [`${file}, document ${at + 1}`, text] as const),
  );
const examples = texts.filter(([place]) => place.startsWith("examples/"));

test.each(texts)("%s is a workflow for GitHub's own parser", (name, content) => {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  expect(value).toBeDefined();
});

test("action.yml is an action for GitHub's own parser", () => {
  const file = { name: "action.yml", content: readFileSync("action.yml", "utf8") };
  const { context } = parseAction(file, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

describe.each(examples)("%s", (_, text) => {
  const { jobs, ...top } = workflow.parse(parse(text));
  const all = Object.values(jobs);

  test("asks for no right but those that docs/github.md explains", () => {
    const asked = all.map((job) => job.permissions ?? top.permissions);
    expect(asked).not.toContain(undefined);
    for (const rights of asked)
      expect(["contents: read", "actions: read", "pull-requests: write"]).toEqual(
        expect.arrayContaining(Object.entries(rights ?? {}).map((right) => right.join(": "))),
      );
  });

  test("puts nothing into a shell that somebody else may have written", () => {
    for (const { run } of all.flatMap(({ steps }) => steps))
      expect(run ?? "").not.toMatch(/\$\{\{/);
  });

  test("takes secrets into no job that a fork's code may run on a machine of one's own", () => {
    for (const job of all.filter((each) => JSON.stringify(each["runs-on"]).includes("self-hosted")))
      expect(job["if"]).toContain("head.repo.full_name == github.repository");
  });
});

test("README lists every example", () => {
  const readme = readFileSync("README.md", "utf8");
  const files = globSync("examples/*.yml");
  expect(files.filter((file) => !readme.includes(`](${file})`))).toEqual([]);
});
