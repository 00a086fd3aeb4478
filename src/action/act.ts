// Act: what one run of the action has to work with.
import type { Sources } from "../config/sources/given.ts";
import type { Patience } from "../github/api/patience.ts";
import { type Rest, restOf } from "../github/api/rest.ts";
import type { Context } from "../github/runner/context.ts";
import type { World } from "../ports.ts";
import type { Redact } from "../report/text/redact.ts";
import type { Machine } from "./machine.ts";

export interface Act {
  readonly sources: Sources;
  /** The event's, as it came. */
  readonly payload: unknown;
  readonly context: Context;
  readonly world: World;
  readonly machine: Machine;
  readonly redact: Redact;
  /** Lines for the log as they are; what came from outside must have been made safe. */
  readonly print: (text: string) => void;
}

/** A client with a patience of its own; undefined without a token. */
export function restFor(
  { apiUrl }: Context,
  token: string | undefined,
  patience?: Patience,
): Rest | undefined {
  return token ? restOf({ apiUrl, token, patience }) : undefined;
}
