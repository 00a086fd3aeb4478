// The baseline of the command line: a path, as workflow artifacts and data branches are the action's.
import type { JudgeConfig } from "../config/config.ts";
import { configError } from "../errors.ts";

const usualPath = ".latency-gate/baseline.json";

export function localPath({ baseline }: Pick<JudgeConfig, "baseline">): string {
  const { place = { kind: "path", path: usualPath } } = baseline;
  if (place.kind === "path") return place.path;
  const legal = `a path on the command line, such as ${usualPath}`;
  throw configError([{ input: "baseline", value: place.kind, legal }]);
}
