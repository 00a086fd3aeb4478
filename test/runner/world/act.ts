// One workflow run under nektos/act, a runner of its own that needs no Docker: what went in, and what came of it.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where things lie on this machine. */
export interface Bench {
  /** The program. */
  readonly act: string;
  /** The folder of the Node that steps run on. */
  readonly node: string;
  /** The action as a workflow would get it from GitHub. */
  readonly action: string;
  /** For workspaces and event files. */
  readonly scratch: string;
}

export interface WorkflowRun {
  /** The repository's working copy; a checkout step copies what is checked out there. */
  readonly repository: string;
  readonly event: string;
  readonly payload: unknown;
  /** Its path in the repository. */
  readonly workflow: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** "owner/name@ref" to the folder that stands for it. */
  readonly others?: Readonly<Record<string, string>>;
}

interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly message: string;
}

export interface Ran {
  /** The program's own exit code: 1 where a job failed. */
  readonly code: number;
  /** Of each failed step, as its process ended. */
  readonly failures: readonly number[];
  readonly annotations: readonly Annotation[];
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Its lines, masked as it shows them. */
  readonly log: string;
}

interface Line {
  readonly msg?: string;
  readonly command?: string;
  readonly arg?: string;
  readonly name?: string;
  readonly content?: string;
}

const limitMs = 120_000;

function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
) {
  return new Promise<{ code: number; output: string }>((done, fail) => {
    const child = spawn(program, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limitMs,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", fail);
    child.once("close", (code) => done({ code: code ?? -1, output }));
  });
}

function linesOf(output: string): Line[] {
  return output.split("\n").flatMap((text) => {
    const start = text.indexOf("{");
    if (start < 0) return [];
    try {
      return [JSON.parse(text.slice(start)) as Line];
    } catch {
      return [];
    }
  });
}

const levels: ReadonlySet<string> = new Set(["error", "warning", "notice"]);
const isLevel = (text: string): text is Annotation["level"] => levels.has(text);

function read(code: number, output: string): Ran {
  const lines = linesOf(output);
  const outputs = lines.filter(({ command }) => command === "set-output");
  return {
    code,
    failures: lines.flatMap(({ msg }) => {
      const [, status] = /^exit status (\d+)/.exec(msg ?? "") ?? [];
      return status === undefined ? [] : [Number(status)];
    }),
    annotations: lines.flatMap(({ command = "", arg }) =>
      isLevel(command) ? [{ level: command, message: arg ?? "" }] : [],
    ),
    summary: lines
      .filter(({ command }) => command === "summary")
      .map(({ content, arg }) => content ?? arg ?? "")
      .join("\n"),
    outputs: Object.fromEntries(outputs.map(({ name, arg }) => [name ?? "", arg ?? ""])),
    log: lines
      .filter(({ command }) => command !== "summary")
      .map(({ msg = "" }) => msg.trimEnd())
      .join("\n"),
  };
}

/** Runs all jobs of a workflow for an event. The environment holds nothing of this process's but PATH and HOME. */
export async function runWorkflow(bench: Bench, asked: WorkflowRun): Promise<Ran> {
  const event = join(bench.scratch, "event.json");
  await writeFile(event, JSON.stringify(asked.payload));
  const named = (flag: string, pairs: Readonly<Record<string, string>>) =>
    Object.entries(pairs).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const others = { "OWNER/latency-gate@main": bench.action, ...asked.others };
  const args = [
    ...[asked.event, "--json", "--eventpath", event, "--workflows", asked.workflow],
    ...["--platform", "ubuntu-latest=-self-hosted", "--no-cache-server", "--concurrent-jobs", "1"],
    ...["--action-cache-path", join(bench.scratch, "act")],
    ...named("--env", { NO_COLOR: "1", ...asked.env }),
    ...named("--secret", asked.secrets),
    ...named("--local-repository", others),
  ];
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH: `${bench.node}:${PATH}`, HOME };
  const { code, output } = await run(bench.act, args, { cwd: asked.repository, env });
  return read(code, output);
}
