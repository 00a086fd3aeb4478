// What tests give a configuration: inputs by name, files by path.
import type { Config } from "../../../src/config/config.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import type { Sources } from "../../../src/config/sources/given.ts";
import type { Workload } from "../../../src/workload/workload.ts";

export type Texts = Readonly<Record<string, string>>;

export const configPath = ".github/latency-gate.yml";

/** The two inputs that nothing can do without. */
export const least: Texts = { endpoint: "https://llm.example.com/v1", model: "m" };

export function sources(inputs: Texts, files: Texts = {}): Sources {
  const byName = new Map(Object.entries(inputs));
  const byPath = new Map(Object.entries(files));
  return { read: (name) => byName.get(name), file: (path) => byPath.get(path) };
}

/** The configuration of `inputs`, over endpoint and model, and a config file. */
export function configOf(inputs: Texts = {}, yaml?: string): Config {
  const files: Texts = yaml === undefined ? {} : { [configPath]: yaml };
  return parseConfig(sources({ ...least, ...inputs }, files));
}

export function workloadOf(inputs: Texts = {}, yaml?: string): Workload {
  return configOf(inputs, yaml).workloads[0]!;
}

/** The lines of the error, one per problem. */
export function problemsOf(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof Error)
      return error.message
        .split("\n")
        .slice(1)
        .map((line) => line.trim());
  }
  throw new Error("no problem was found");
}
