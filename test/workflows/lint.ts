// actionlint and zizmor over the repository's own workflows and over every workflow that examples/ shows.
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installActionlint, installZizmor, isRequired, whyNot } from "../runner/install.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const own = globSync(here("../../.github/workflows/*.yml"));
const audited = [...own, here("../../action.yml"), here("../../.github/dependabot.yml")];
/** What the examples are allowed, with the reasons. */
const allowed = {
  zizmor: here("examples.zizmor.yml"),
  actionlint: here("examples.actionlint.yml"),
};

/** Each document in a file of its own, at a place where workflows lie. */
async function examplesIn(folder: string): Promise<string[]> {
  const workflows = join(folder, ".github/workflows");
  await mkdir(workflows, { recursive: true });
  const written: string[] = [];
  for (const file of globSync(here("../../examples/*.yml"))) {
    const documents = (await readFile(file, "utf8")).split(/^---$/m);
    for (const [at, text] of documents.entries()) {
      if (!/^jobs:/m.test(text)) continue;
      const path = join(workflows, basename(file).replace(".yml", `-${at + 1}.yml`));
      await writeFile(path, text);
      written.push(path);
    }
  }
  return written;
}

function passes(name: string, [program = "", ...args]: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    execFile(program, args, (error, stdout, stderr) => {
      console.log(`${error ? "FAILED" : "ok    "} ${name}`);
      if (error) console.log(`${stdout}${stderr}` || error.message);
      done(error === null);
    });
  });
}

async function audit(examples: readonly string[]): Promise<boolean[]> {
  const { zizmor } = await installZizmor();
  const auditing = [zizmor, "--offline", "--no-progress", "--strict-collection"];
  return [
    await passes("zizmor, our own", [...auditing, ...audited]),
    await passes("zizmor, examples", [...auditing, "--config", allowed.zizmor, ...examples]),
  ];
}

async function lint(examples: readonly string[]): Promise<boolean[]> {
  const [program, { shellcheck }] = [await installActionlint(), await installZizmor()];
  const linting = [program, "-shellcheck", shellcheck, "-pyflakes", ""];
  return [
    await passes("actionlint, our own", [...linting, ...own]),
    await passes("actionlint, examples", [
      ...[...linting, "-config-file", allowed.actionlint],
      ...examples,
    ]),
  ];
}

/** A tool that cannot be had says nothing against the workflows, but where it must be there. */
async function unlessMissing(name: string, found: Promise<boolean[]>): Promise<boolean[]> {
  try {
    return await found;
  } catch (error) {
    console.log(`skipped: ${name}, ${whyNot(error)}`);
    return [!isRequired];
  }
}

const folder = await mkdtemp(join(tmpdir(), "latency-gate-workflows-"));
try {
  const examples = await examplesIn(folder);
  const audits = await unlessMissing("zizmor", audit(examples));
  const lints = await unlessMissing("actionlint", lint(examples));
  process.exitCode = [...audits, ...lints].every((passed) => passed) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
