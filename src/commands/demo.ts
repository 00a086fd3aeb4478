// `latency-gate demo`: six main jobs and two pull requests against the built-in endpoint, through the same gate as everyone's.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { createFileStore } from "../baseline/file-store.ts";
import type { Conclusion } from "../conclude.ts";
import { parseConfig } from "../config/parse.ts";
import type { Sources } from "../config/sources/given.ts";
import { GateError } from "../errors.ts";
import { gate } from "../gate.ts";
import { measurePorts, type World } from "../ports.ts";
import { renderComment } from "../report/faces/markdown.ts";
import { reproduceCommand } from "../reproduce.ts";
import { writeResults } from "../results.ts";
import type { VerdictKind } from "../verdict/verdict.ts";
import { commandWorld, print } from "./console.ts";
import type { Exit } from "./exit.ts";
import { example } from "./flags.ts";
import { localPath } from "./local-baseline.ts";

/**
 * Small enough for a minute, large enough for a p95 to be gated (100 requests). Many slow streams rather than few fast
 * ones: the client's own lag, which a busy machine has, is then small beside what it measures. They are jittered, so
 * that they do not all speak in one step.
 */
const settings: Readonly<Record<string, string>> = {
  model: "simulated",
  name: "demo",
  requests: "120",
  concurrency: "40",
  "prompt-tokens": "128",
  "output-tokens": "4",
  "warm-up": "40",
};

const ttft = 300;
const slowerTtft = 420;
const tpot = 100;
const mainJobs = 6;
/** A busy machine may spoil a measurement; it is then made again, and that is said. */
const tries = 3;

interface Deployment {
  readonly url: string;
  readonly process: ChildProcess;
}

/** In a process of its own: in ours its timers would wait for our parsing, and ours for its. */
async function deploy(ttftMs: number): Promise<Deployment> {
  const [, script = ""] = process.argv;
  const flags = ["--ttft", `${ttftMs}ms`, "--tpot", `${tpot}ms`, "--jitter", "0.08"];
  const child = spawn(process.execPath, [script, "simulate", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  const url = /http:\S+/.exec(line)?.[0];
  if (url === undefined) throw new GateError("internal", `the simulator said "${line}"`);
  return { url, process: child };
}

function sourcesFor(endpoint: string, folder: string): Sources {
  const baseline = path.join(folder, "baseline.json");
  const inputs: Record<string, string> = { ...settings, endpoint, baseline };
  return { read: (name) => inputs[name], file: () => undefined };
}

interface Scene {
  readonly title: string;
  readonly url: string;
  readonly folder: string;
  /** Where this job's own files go. */
  readonly name: string;
  readonly record: boolean;
  readonly commit: string;
  readonly baseCommit: string | undefined;
}

async function play(scene: Scene, world: World): Promise<Conclusion> {
  const sources = sourcesFor(scene.url, scene.folder);
  const config = parseConfig(sources);
  const { commit, baseCommit } = scene;
  const baseline = localPath(config);
  const ports = {
    ...measurePorts({ ...world, job: { ...world.job, commit, baseCommit } }),
    baseline: createFileStore({
      paths: [baseline],
      name: config.name,
      keep: config.policy.history,
    }),
    record: scene.record,
    commit: { head: commit, base: baseCommit },
    reproduce: reproduceCommand({ read: sources.read, baseline, baseCommit }),
  };
  for (let left = tries; ; left--) {
    const conclusion = await gate(config, ports);
    if (conclusion.verdict.kind !== "invalid" || left === 1 || world.signal.aborted)
      return conclusion;
    world.log.warn(`This machine was too busy (${conclusion.verdict.because[0]}): measured again.`);
  }
}

/** Made-up commits, told apart at a glance. */
function sha(digit: number): string {
  return String(digit).repeat(40);
}

async function mainHistory(url: string, folder: string, world: World): Promise<void> {
  for (let job = 1; job <= mainJobs; job++) {
    const scene = { url, folder, record: true, commit: sha(job), baseCommit: undefined };
    const title = `main job ${job} of ${mainJobs}`;
    const { verdict } = await play({ ...scene, title, name: `main-${job}` }, world);
    print(`${title}: ${verdict.kind === "invalid" ? verdict.because[0] : "recorded"}`);
  }
}

async function pullRequest(scene: Scene, world: World): Promise<VerdictKind> {
  print(`\n${scene.title}\n`);
  const conclusion = await play(scene, world);
  const folder = path.join(scene.folder, scene.name);
  const files = await writeResults(folder, conclusion, (text) => text);
  print(`${folded(renderComment(conclusion.report))}\n`);
  print(`Exit code ${conclusion.exitCode}. Comment: ${files.report}; run: ${files.run}.`);
  return conclusion.verdict.kind;
}

/** As a reader first sees it: the folds closed. */
function folded(comment: string): string {
  return comment
    .replace(/<details><summary>(.*?)<\/summary>.*?<\/details>/gs, "▸ $1")
    .replace(/^(▸ .*\n)\n(?=▸ )/gm, "$1");
}

async function perform(folder: string, world: World): Promise<boolean> {
  const deployments = [await deploy(ttft), await deploy(slowerTtft)];
  try {
    const [fast, slow] = deployments.map(({ url }) => url);
    if (fast === undefined || slow === undefined) return false;
    await mainHistory(fast, folder, world);
    const common = { folder, record: false, baseCommit: sha(mainJobs) };
    const first = await pullRequest(
      {
        ...common,
        title: "Pull request 1: nothing changed",
        url: fast,
        name: "pull-request-1",
        commit: sha(7),
      },
      world,
    );
    const second = await pullRequest(
      {
        ...common,
        title: "Pull request 2: the first token comes 40 % later",
        url: slow,
        name: "pull-request-2",
        commit: sha(8),
      },
      world,
    );
    print(
      `\nPull request 1: ${first} (promised: passed). Pull request 2: ${second} (promised: regressed).`,
    );
    return first === "passed" && second === "regressed";
  } finally {
    for (const deployment of deployments) deployment.process.kill();
  }
}

async function run(folder: string, exit: Exit): Promise<void> {
  const world = commandWorld({});
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const place = path.join(folder, stamp);
  print(
    `A simulated endpoint (first token after ${ttft} ms, then ${tpot} ms per token) is measured as six jobs`,
  );
  print("of main and two pull requests. Nothing leaves this machine.\n");
  const kept = await perform(place, world);
  print(
    `Everything lies in ${place}: the baseline, and for each pull request its run, verdict and comment.`,
  );
  print(kept ? "The demonstration went as promised." : "The demonstration did NOT go as promised.");
  exit.code = kept ? 0 : 1;
}

export function demoCommand(exit: Exit): Command {
  return new Command("demo")
    .description("Gate two pull requests against the built-in endpoint, in less than a minute.")
    .option("--out <folder>", "Where the files go, in a folder of their own.", "demo-output")
    .addHelpText("after", example("latency-gate demo"))
    .action(({ out }: { out: string }) => run(out, exit));
}
