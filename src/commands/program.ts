// The command line: its commands, and the one place where errors become words and exit codes.
import { Command, CommanderError } from "commander";
import { GateError } from "../errors.ts";
import { version } from "../version.ts";
import { backtestCommand } from "./backtest.ts";
import { calibrateCommand } from "./calibrate.ts";
import { compareCommand } from "./compare.ts";
import { demoCommand } from "./demo.ts";
import type { Exit } from "./exit.ts";
import { gateCommand } from "./gate.ts";
import { measureCommand } from "./measure.ts";
import { recoverCommand } from "./recover.ts";
import { simulateCommand } from "./simulate.ts";

const usageExit = 2;
const internalExit = 4;

function program(exit: Exit): Command {
  const root = new Command("latency-gate")
    .description("Measures LLM endpoints and tells whether one really got slower.")
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      "after",
      "\nExit codes: 0 green, 1 red by verdict, 2 wrong configuration or usage, 3 invalid measurement, 4 internal error.",
    );
  const make = [
    measureCommand,
    gateCommand,
    compareCommand,
    backtestCommand,
    calibrateCommand,
    recoverCommand,
    simulateCommand,
    demoCommand,
  ];
  for (const command of make) root.addCommand(command(exit).exitOverride());
  return root;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageExit;
  if (error instanceof GateError) {
    process.stderr.write(`${error.message}\n${error.hint ? `${error.hint}\n` : ""}`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`latency-gate failed, and the fault is its own:\n${text}\n`);
  return internalExit;
}

/** A reader such as `head` that has seen enough ends the program like any other. */
function endWithReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause;
  process.exit();
}

/** Runs one command line; resolves to the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const exit: Exit = { code: 0 };
  process.stdout.on("error", endWithReader);
  try {
    await program(exit).parseAsync([...argv]);
    return exit.code;
  } catch (error) {
    return explain(error);
  }
}
