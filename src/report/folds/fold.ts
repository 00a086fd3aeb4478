// Fold: a part of the report that opens on demand.
import type { Block } from "../text/block.ts";

export interface Fold {
  /** Ours only, without anything from outside: it stands in HTML. */
  readonly title: string;
  readonly blocks: readonly Block[];
}
