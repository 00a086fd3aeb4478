// Refusals: failures by which an endpoint says that it is too busy, whatever the form.
import type { FailureKind } from "../record.ts";

interface Failure {
  readonly failure: FailureKind;
  readonly status?: number | undefined;
  readonly detail: string;
}

/** Not registered, but what some APIs answer when they are overloaded. */
const overloadedStatus = 529;
const overloaded = /\boverload(?:ed)?\b|\boverloaded_/i;

/** 429 and 503 are told apart as `rejected`; an API's own "overloaded" comes with another status, or inside a 200. */
export function isRefusal({ failure, status, detail }: Failure): boolean {
  if (failure === "rejected") return true;
  if (failure !== "http_status" && failure !== "in_stream_error") return false;
  return status === overloadedStatus || overloaded.test(detail);
}
