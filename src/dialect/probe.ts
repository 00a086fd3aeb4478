// probe.ts: what one real request says about an endpoint's readiness.
import type { Failed, RequestRecord } from "../metrics/record.ts";

/** `retry`: it may still be booting. `refused`: waiting will not help. Each with one sentence why. */
export type Readiness = "ready" | { readonly retry: string } | { readonly refused: string };

/** What a preview answers while it boots, deploys or loads its model. */
const booting: readonly number[] = [404, 429, 502, 503, 504];

export function readinessOf(record: RequestRecord): Readiness {
  switch (record.outcome) {
    case "completed":
      return "ready";
    case "failed":
      return readinessOfFailure(record);
    case "interrupted":
      return { refused: "The request was cut before an answer came." };
    case "dropped":
      return { refused: "The request was never sent." };
  }
}

function readinessOfFailure(record: Failed): Readiness {
  const reason = `${firstUpper(record.detail || record.failure)}.`;
  if (record.failure === "connect") {
    return isAboutTrust(record.detail) ? { refused: reason } : { retry: reason };
  }
  const { status } = record;
  if (status === undefined || (status >= 200 && status < 300)) {
    return { refused: reason };
  }
  if (isAboutModel(record.detail)) {
    return { refused: `The endpoint refuses the model: ${reason}` };
  }
  return booting.includes(status) ? { retry: reason } : { refused: reason };
}

/** A certificate does not heal while one waits. */
function isAboutTrust(detail: string): boolean {
  return /EPROTO|ERR_SSL|ERR_TLS|CERT_|_CERT|certificate|altname/.test(detail);
}

/** "The model `x` does not exist", "model 'x' not found", "Invalid model name", model_not_found; Anthropic: "model: x". */
function isAboutModel(detail: string): boolean {
  const missing =
    "not found|not exist|n't exist|not available|not supported|not served|unknown|invalid|no such";
  return (
    /model_?not_?found|^HTTP 404: model: /i.test(detail) ||
    new RegExp(`\\bmodel\\b.*(?:${missing})|(?:${missing}).*\\bmodel\\b`, "i").test(detail)
  );
}

function firstUpper(text: string): string {
  const trimmed = text.replace(/\.$/, "");
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
