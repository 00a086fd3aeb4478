// Sinks are isolated: where a report cannot be delivered the verdict stands, and a warning says so.
import { oneLine } from "../report/text/escape.ts";
import { type Warning, warning } from "../warning.ts";

const longestReason = 200;

/** "HTTP 403: Resource not accessible by integration", one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const status = statusOf(error);
  return oneLine(status === undefined ? message : `HTTP ${status}: ${message}`, longestReason);
}

export function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  return typeof error.status === "number" ? error.status : undefined;
}

export interface Sink {
  /** "summary": part of the warning's code. */
  readonly name: string;
  /** "the job summary": in the warning's sentence. */
  readonly label: string;
}

/** Runs `deliver`; whatever it throws becomes a warning. */
export async function isolated(
  { name, label }: Sink,
  deliver: () => void | Promise<void>,
): Promise<readonly Warning[]> {
  try {
    await deliver();
    return [];
  } catch (error) {
    return [warning(`${name}-failed`, `Could not write ${label}: ${reasonOf(error)}`)];
  }
}
