// `latency-gate gate`: measure, compare with main's history, confirm; with --record, be a main job.
import type { Command } from "commander";
import { createFileStore } from "../baseline/file-store.ts";
import type { Config } from "../config/config.ts";
import { parseConfig } from "../config/parse.ts";
import { configError } from "../errors.ts";
import { gate } from "../gate.ts";
import { measurePorts, withJournal } from "../ports.ts";
import { redactor } from "../report/text/redact.ts";
import { reproduceCommand } from "../reproduce.ts";
import { type OutputFlags, showConclusion, withOutputFlags } from "./conclusion.ts";
import { commandWorld } from "./console.ts";
import type { Exit } from "./exit.ts";
import { commandWithSettings, commitOption, example, sourcesFrom } from "./flags.ts";
import { localPath } from "./local-baseline.ts";

interface GateFlags extends OutputFlags {
  readonly record?: boolean;
  readonly commit?: string;
  readonly baseCommit?: string;
}

/** What only a job of main can do is no slip that a pull request may make unnoticed. */
function checkRecords({ baseline }: Config, { record = false }: GateFlags): void {
  if (record) return;
  const legal = "beside --record alone, as it is of a job of main";
  const asked = [
    { input: "--pin-baseline", given: baseline.pin },
    { input: "--reset-baseline", given: baseline.reset },
  ].filter(({ given }) => given);
  if (asked.length > 0)
    throw configError(asked.map(({ input }) => ({ input, value: "true", legal })));
}

async function run(command: Command, exit: Exit): Promise<void> {
  const sources = sourcesFrom(command);
  const config = parseConfig(sources);
  const baseline = localPath(config);
  const flags = command.opts<GateFlags>();
  checkRecords(config, flags);
  const { commit, baseCommit, record = false } = flags;
  const redact = redactor(config.target.apiKey === undefined ? [] : [config.target.apiKey]);
  const world = commandWorld({ commit, baseCommit });
  const ports = {
    ...measurePorts(world),
    baseline: createFileStore({
      paths: [baseline],
      name: config.name,
      keep: config.policy.history,
    }),
    record,
    commit: { head: world.job.commit ?? undefined, base: baseCommit },
    reproduce: reproduceCommand({ read: sources.read, baseline, baseCommit }),
  };
  await withJournal(flags.out, async (journal) => {
    const conclusion = await gate(config, { ...ports, journal });
    await showConclusion(conclusion, flags, redact);
    exit.code = conclusion.exitCode;
  });
}

export function gateCommand(exit: Exit): Command {
  const command = commandWithSettings(
    "gate",
    "Measure an endpoint, compare it with main's history and say whether it got slower.",
  )
    .option("--record", "Be a main job: join the history, whatever the verdict.")
    .option("--out <file>", "Write the run.")
    .addOption(commitOption())
    .option("--base-commit <sha>", "The commit of main that the change was made on.");
  return withOutputFlags(command)
    .addHelpText(
      "after",
      example(
        "latency-gate gate --endpoint http://127.0.0.1:8000/v1 --model my-model --baseline base.json",
      ),
    )
    .action((_, self: Command) => run(self, exit));
}
