// The release workflow, with a repository of its own to push to: the major tag moves for a release that passes, else not.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tally } from "../tally.ts";
import { type Bench, runWorkflow } from "../world/act.ts";
import { createRepository, type Repository } from "../world/repository.ts";

const part = "release";
const fullName = "acme/tool";
const file = ".github/workflows/release.yml";
const workflow = new URL(`../../../${file}`, import.meta.url);

/** The tool chain is on the machine already. */
const noSetup = "name: none\nruns: { using: composite, steps: [{ run: 'true', shell: bash }] }\n";

interface Yard {
  readonly bench: Bench;
  readonly repository: Repository;
  /** Bare: what is pushed to. */
  readonly remote: string;
  readonly others: Readonly<Record<string, string>>;
}

async function layOut(bench: Bench): Promise<Yard> {
  const remote = join(bench.scratch, "remote.git");
  const repository = await createRepository(join(bench.scratch, "tool"), fullName);
  await repository.git("init", "--quiet", "--bare", remote);
  await repository.git(
    "config",
    `url.${remote}.pushInsteadOf`,
    `https://github.com/${fullName}.git`,
  );
  const stub = join(bench.scratch, "setup-node");
  await mkdir(stub);
  await writeFile(join(stub, "action.yml"), noSetup);
  const text = await readFile(workflow, "utf8");
  const [, uses = ""] = /uses: (actions\/setup-node@\w+)/.exec(text) ?? [];
  await repository.commit("release", {
    [file]: text,
    "package.json": JSON.stringify({ version: "1.2.3" }),
    "CHANGELOG.md": "## [1.2.3] - 2026-12-01\n",
    ".ci/run": "exit 0\n",
  });
  return { bench, repository, remote, others: { [uses]: stub } };
}

async function release({ bench, repository, others }: Yard, tag: string): Promise<number> {
  const ran = await runWorkflow(bench, {
    repository: repository.folder,
    event: "push",
    payload: { ref: `refs/tags/${tag}` },
    workflow: file,
    env: {},
    secrets: {},
    others,
  });
  return ran.code;
}

function tagsOf({ repository, remote }: Yard): Promise<string> {
  return repository.git(
    "--git-dir",
    remote,
    "for-each-ref",
    "--format=%(refname:short) %(objectname)",
  );
}

export async function releaseMovesItsTag(bench: Bench, tally: Tally): Promise<void> {
  const yard = await layOut(bench);
  const first = await yard.repository.git("rev-parse", "HEAD");
  const another = await release(yard, "v9.0.0");
  tally.check(
    part,
    "a tag that is not the version is red",
    another === 1 && (await tagsOf(yard)) === "",
  );
  const good = await release(yard, "v1.2.3");
  const moved = (await tagsOf(yard)) === `v1 ${first}`;
  tally.check(part, "one that passes moves the major tag", good === 0 && moved, await tagsOf(yard));
  await yard.repository.commit("break", { ".ci/run": "exit 1\n" });
  const bad = await release(yard, "v1.2.3");
  const stayed = (await tagsOf(yard)) === `v1 ${first}`;
  tally.check(part, "one that does not pass leaves it", bad === 1 && stayed, await tagsOf(yard));
}
