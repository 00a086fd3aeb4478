// Spread within a run: cells that so few, or so unequal, requests tell less exactly than their limit asks for.
import { cells } from "../../metrics/catalog.ts";
import type { Observation } from "../../metrics/observation.ts";
import { type Warning, warning } from "../../warning.ts";
import type { GatePolicy } from "../policy.ts";
import { cellName, percent } from "../words.ts";
import { thetaOf } from "./cases.ts";

/** Standard errors on each side of a 95 % interval. */
const reach = 1.96;

/**
 * A run's own error beyond the limit, whatever main's jobs are like: that cell's number is a rough one, and two runs of
 * the same code may differ by as much. Only what the run itself shows; more requests help.
 */
export function spreadWarnings({ cells: logged }: Observation, policy: GatePolicy): Warning[] {
  const rough = [...policy.cells].flatMap(([id, limit]) => {
    const [cell, found] = [cells.get(id), logged[id]];
    if (!cell || !found || found.w <= thetaOf(limit, cell)) return [];
    const known = percent(Math.round(100 * Math.expm1(reach * found.w)) / 100);
    return `${cellName(cell)} to ±${known} (limit ${percent(limit.maxChange)})`;
  });
  if (rough.length === 0) return [];
  const message = `The requests of this run differ so much that it tells only roughly: ${rough.join(", ")}. More requests would help`;
  return [warning("too-noisy-for-limit", message)];
}
