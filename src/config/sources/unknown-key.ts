// Unknown keys: refused by name, with the nearest known one.
import { refuse } from "../fields/field.ts";

/** Levenshtein's edit distance, one row at a time. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let line = 1; line <= left.length; line++) {
    const next = [line];
    for (let column = 1; column <= right.length; column++) {
      const swap = left[line - 1] === right[column - 1] ? 0 : 1;
      const above = row[column] ?? 0;
      next.push(Math.min((row[column - 1] ?? 0) + swap, above + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The known name that a slip of the keyboard, or another spelling, may have meant. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const typed = key.slice(0, 64).toLowerCase().replaceAll(/[_ ]/g, "-");
  const ranked = known
    .map((name) => ({ name, edits: distance(typed, name.replaceAll("_", "-")) }))
    .sort((left, right) => left.edits - right.edits);
  const [best] = ranked;
  return best && best.edits <= Math.ceil(key.length / 3) ? best.name : undefined;
}

/** So few that naming them all says more than the nearest alone. */
const few = 8;

export function unknownKey(key: string, known: readonly string[]) {
  const all = known.join(", ");
  const near = nearest(key, known);
  const legal = near ? `perhaps ${near}${known.length <= few ? `, of ${all}` : ""}` : all;
  return refuse("an unknown key", legal, [key]);
}
