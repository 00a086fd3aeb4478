// Agreement: a regression that somebody accepted is green, and starts a new epoch once it has landed on main.

import { accepted, type Conclusion } from "../conclude.ts";
import type { JudgeConfig } from "../config/config.ts";
import { explained } from "../github/permission.ts";
import { agreementOn } from "../github/pulls/acceptance.ts";
import { landedAccepted } from "../github/pulls/landed.ts";
import { type Warning, warning } from "../warning.ts";
import { type Act, restFor } from "./act.ts";

export interface Agreed {
  readonly conclusion: Conclusion;
  readonly warnings: readonly Warning[];
}

const needs = "pull-requests: read, contents: read and actions: read";

function unknown(what: string, cause: unknown): Warning {
  return warning("acceptance-unknown", `${what}: ${explained(cause, needs)}.`);
}

function staleness(label: string): Warning[] {
  const message = `The label ${label} was given to an earlier commit, so it does not accept this one: take it away and give it again.`;
  return [warning("acceptance-stale", message)];
}

/** Only a regression is looked up, so that a quiet job asks nothing. */
export async function agreed(
  conclusion: Conclusion,
  { acceptLabel: label, githubToken }: JudgeConfig,
  { context, machine }: Act,
): Promise<Agreed> {
  const rest = restFor(context, githubToken, machine.patience);
  if (conclusion.verdict.kind !== "regressed" || !context.pullRequest || !rest)
    return { conclusion, warnings: [] };
  try {
    const { acceptance, stale } = await agreementOn(context, label, rest);
    if (acceptance) return { conclusion: accepted(conclusion, acceptance), warnings: [] };
    return { conclusion, warnings: stale ? staleness(label) : [] };
  } catch (cause) {
    const what = "Whether this slowdown was accepted could not be found out";
    return { conclusion, warnings: [unknown(what, cause)] };
  }
}

/** The configuration of a job of main: an accepted slowdown that it brings starts over. */
export async function landing<C extends JudgeConfig>(
  config: C,
  { context, world, machine }: Act,
): Promise<C> {
  const rest = restFor(context, config.githubToken, machine.patience);
  if (!rest || config.baseline.reset) return config;
  try {
    if (!(await landedAccepted(context, config.acceptLabel, rest))) return config;
    world.log.info("This push brought an accepted slowdown: a new epoch starts with it.");
    return { ...config, baseline: { ...config.baseline, reset: true } };
  } catch (cause) {
    const what = "Whether this push brought an accepted slowdown could not be found out";
    world.log.warn(unknown(what, cause).message);
    return config;
  }
}
