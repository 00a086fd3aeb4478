// The table of every setting, in the order in which people meet them; inputs, flags, YAML keys and docs come from it.
import { gateSettings } from "./gate-settings.ts";
import { jobSettings } from "./job-settings.ts";
import type { Command, Place, Setting } from "./setting.ts";
import { workloadSettings } from "./workload-settings.ts";

const { endpoint, baselineEndpoint, rounds, ...rest } = jobSettings;
const { apiKey, headers, config, configRef, workloads, mode, ...job } = rest;
const { api, model, modelAlias, ...workload } = workloadSettings;

export const settings = {
  endpoint,
  baselineEndpoint,
  rounds,
  api,
  model,
  modelAlias,
  apiKey,
  headers,
  config,
  configRef,
  workloads,
  mode,
  ...workload,
  ...job,
  ...gateSettings,
} as const;

export const allSettings: readonly Setting<unknown>[] = Object.values(settings);

/** The inputs of action.yml. */
export const actionInputs = allSettings.filter(({ action }) => action);

/** The flags of one command of the command line, `--name <value>` or `--name` for switches. */
export function flagsOf(command: Command): readonly Setting<unknown>[] {
  return allSettings.filter(({ commands }) => commands.includes(command));
}

/** What the YAML file may give at a place. */
export function settingsAt(...places: readonly Place[]): readonly Setting<unknown>[] {
  return allSettings.filter(({ place }) => places.includes(place));
}
