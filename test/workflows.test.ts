// The repository's own workflows: they parse, grant the least, pin what they use and interpolate nothing into shells.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
  "continue-on-error": z.boolean().optional(),
});

const job = z.strictObject({
  needs: z.string().optional(),
  "runs-on": z.literal("ubuntu-latest"),
  "timeout-minutes": z.int().max(75),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  steps: z.array(step).min(1),
});

/** `permissions: {}` at the top: each job states what it needs. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  env: z.record(z.string(), z.string()).optional(),
  concurrency: z.looseObject({ group: z.string() }),
  jobs: z.record(z.string(), job),
});

const files = globSync(".github/workflows/*.yml");
const read = (file: string) => workflow.parse(parse(readFileSync(file, "utf8")));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

test("there are the workflows that the contributing guide speaks of", () => {
  expect(files.map((file) => file.replace(/.*\//, "")).sort()).toEqual([
    "ci.yml",
    "nightly.yml",
    "release.yml",
    "self-test.yml",
  ]);
});

describe.each(files)("%s", (file) => {
  test("has the shape of a workflow whose jobs name their rights and time limits", () => {
    expect(Object.keys(read(file).jobs)).not.toEqual([]);
  });

  test("every step either uses or runs", () => {
    for (const { uses, run } of stepsOf(file)) expect(uses === undefined).toBe(run !== undefined);
  });

  test("actions of others are pinned by commit", () => {
    const used = stepsOf(file).flatMap(({ uses }) => (uses && uses !== "./" ? [uses] : []));
    for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test("a pinned commit is followed by the version it stands for", () => {
    const lines = readFileSync(file, "utf8").split("\n");
    for (const line of lines.filter((text) => /@[0-9a-f]{40}/.test(text)))
      expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("no expression is interpolated into a shell", () => {
    for (const { run } of stepsOf(file)) expect(run ?? "").not.toContain("${{");
  });

  test("every npm script it runs exists", () => {
    const named = stepsOf(file).flatMap(({ run }) => [
      ...(run ?? "").matchAll(/npm run ([\w:-]+)/g),
    ]);
    for (const [, name] of named) expect(scripts).toHaveProperty([name ?? ""]);
  });
});

test("no job takes longer than half an hour, but for the hour that the instrument must last", () => {
  const long = files.flatMap((file) =>
    Object.entries(read(file).jobs)
      .filter(([, job]) => job["timeout-minutes"] > 30)
      .map(([name]) => `${file.replace(/.*\//, "")}:${name}`),
  );
  expect(long).toEqual(["nightly.yml:hour"]);
});

test("only the release's last job may write to the repository", () => {
  const writers = files.flatMap((file) =>
    Object.entries(read(file).jobs)
      .filter(([, { permissions }]) => Object.values(permissions).includes("write"))
      .map(([name]) => `${file.replace(/.*\//, "")}:${name}`),
  );
  expect(writers).toEqual(["release.yml:major-tag"]);
});

test("dependabot groups its updates and waits before it proposes a release", () => {
  const update = z.looseObject({
    groups: z.record(z.string(), z.unknown()),
    cooldown: z.looseObject({ "default-days": z.int().min(7) }),
  });
  const schema = z.object({ version: z.literal(2), updates: z.array(update).min(2) });
  schema.parse(parse(readFileSync(".github/dependabot.yml", "utf8")));
});
