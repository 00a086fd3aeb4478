// The proof at home: the built action under a real runner implementation, against a GitHub that judges its every call.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installAct, installPrism, isRequired, whyNot } from "./install.ts";
import { artifactsAreMissing, branchRemembers } from "./story/enterprise.ts";
import { forkIsToldOf } from "./story/fork.ts";
import { mainRecords } from "./story/main-branch.ts";
import {
  fixIsResolved,
  labelAccepts,
  slowerIsRed,
  unchangedIsGreen,
} from "./story/pull-request.ts";
import { releaseMovesItsTag } from "./story/release.ts";
import { gateFile, type Stage, usualTtft } from "./story/scene.ts";
import { newTally } from "./tally.ts";
import type { Bench } from "./world/act.ts";
import { type Endpoint, startEndpoint } from "./world/endpoint.ts";
import { fullName } from "./world/events.ts";
import { openFront } from "./world/front.ts";
import { startGitHub } from "./world/github.ts";
import { config, createRepository, exampleWorkflows } from "./world/repository.ts";
import { startValidator } from "./world/validator.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tally = newTally();

/** Called in turn when all is over, the last first. */
const closing: (() => Promise<unknown>)[] = [];

async function layOut(act: string): Promise<Bench> {
  const scratch = await mkdtemp(join(tmpdir(), "latency-gate-runner-"));
  closing.push(() => rm(scratch, { recursive: true, force: true }));
  const action = join(scratch, "action");
  await mkdir(action);
  for (const each of ["action.yml", "package.json", "dist"])
    await cp(join(root, each), join(action, each), { recursive: true });
  return { act, node: dirname(process.execPath), action, scratch };
}

async function repositoryIn(bench: Bench, name: string, gate: string) {
  const repository = await createRepository(join(bench.scratch, name), fullName);
  await repository.commit("start", { [gateFile]: gate, ".github/latency-gate.yml": config });
  return repository;
}

/** Where prism cannot be had, our own judge, which sits in the fake, has to do. */
async function secondJudge(api: string, { scratch }: Bench): Promise<string | undefined> {
  try {
    const validator = await startValidator(await installPrism(), { api, scratch });
    closing.push(validator.stop);
    return validator.url;
  } catch (error) {
    tally.note(`no second judge of the API's calls: ${whyNot(error)}`);
    return undefined;
  }
}

async function onGitHub(bench: Bench, endpoint: Endpoint, gate: string): Promise<void> {
  const repository = await repositoryIn(bench, "app", gate);
  const github = await startGitHub(repository);
  closing.push(github.close);
  const api = github.api.apiUrl;
  const validator = await secondJudge(api, bench);
  const front = await openFront({ api, validator });
  closing.push(front.close);
  const where = { apiUrl: front.url, serverUrl: "https://github.com" };
  const stage: Stage = { bench, repository, github, endpoint, tally, ...where };
  await mainRecords(stage);
  await unchangedIsGreen(stage);
  await labelAccepts(stage, await slowerIsRed(stage));
  await fixIsResolved(stage);
  await forkIsToldOf(stage);
  const { violations } = github.api;
  tally.check(
    "api",
    "every call and answer is as GitHub describes it",
    violations.length === 0,
    violations,
  );
  if (validator === undefined) return;
  const objections = front.violations;
  const judged = `prism judged ${front.validated()} of them and has no objection`;
  tally.check("api", judged, objections.length === 0 && front.validated() > 0, objections);
}

async function onEnterpriseServer(bench: Bench, endpoint: Endpoint, gate: string): Promise<void> {
  const repository = await repositoryIn(bench, "enterprise", gate);
  const github = await startGitHub(repository, "ghes");
  closing.push(github.close);
  const front = await openFront({ api: github.api.apiUrl, prefix: "/api/v3" });
  closing.push(front.close);
  const where = { apiUrl: front.url, serverUrl: "https://github.example.com" };
  const stage: Stage = { bench, repository, github, endpoint, tally, ...where };
  await endpoint.deploy(usualTtft);
  await artifactsAreMissing(stage);
  await branchRemembers(stage, gate);
  const { violations } = github.api;
  tally.check(
    "enterprise",
    "every call is as its API is described",
    violations.length === 0,
    violations,
  );
}

async function prove(act: string): Promise<void> {
  const bench = await layOut(act);
  await releaseMovesItsTag(bench, tally);
  const endpoint = await startEndpoint(usualTtft);
  closing.push(endpoint.stop);
  const [gate = ""] = await exampleWorkflows("pull-request.yml", endpoint.url);
  await onGitHub(bench, endpoint, gate);
  await onEnterpriseServer(bench, endpoint, gate);
}

const act = await installAct().catch((error: unknown) => {
  console.log(`skipped: ${whyNot(error)} (act, the runner, is built by Go)`);
  process.exit(isRequired ? 1 : 0);
});
try {
  await prove(act);
} catch (error) {
  tally.failed += 1;
  console.log(`FAILED ${error instanceof Error ? (error.stack ?? error.message) : error}`);
} finally {
  for (const close of closing.toReversed()) await close();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
