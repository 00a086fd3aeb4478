// What GitHub's refusals mean in a workflow, and what to do about them.
import { reasonOf, statusOf } from "./sink.ts";

/** A clause: what GitHub said and, where it helps, which permission the job needs ("actions: read"). */
export function explained(cause: unknown, needs: string): string {
  const reason = reasonOf(cause);
  const status = statusOf(cause);
  if (status === 403 && !reason.includes("rate limited"))
    return `${reason} (the job needs the permission ${needs})`;
  if (status === 404)
    return `${reason} (it is not there, or hidden from a job without the permission ${needs})`;
  return status === 401 ? `${reason} (github-token is not valid)` : reason;
}
