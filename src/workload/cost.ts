// What a measurement costs, told before it starts: requests and tokens, warm-up included.
import { nonceTokens } from "./nonce.ts";
import { plannedCount } from "./schedule.ts";
import type { Prompt, Workload } from "./workload.ts";

/** Each undefined where it cannot be told beforehand; tokens are the most that can be asked for. */
export interface ExpectedCost {
  readonly requests: number | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

type CountTokens = (text: string) => number;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function plannedRequests(workload: Workload): number | undefined {
  const measured = plannedCount(workload, "measure");
  return measured === undefined ? undefined : measured + workload.warmUpRequests;
}

/** A message list counts as its JSON, somewhat above what a chat template makes of it. */
function listedTokens(prompts: readonly Prompt[], countTokens: CountTokens) {
  const lengths = prompts.map((prompt) =>
    countTokens(prompt.kind === "text" ? prompt.text : JSON.stringify(prompt.messages)),
  );
  return (requests: number) =>
    Math.floor(requests / lengths.length) * sum(lengths) +
    sum(lengths.slice(0, requests % lengths.length));
}

function inputTokens(workload: Workload, countTokens?: CountTokens): number | undefined {
  const measured = plannedCount(workload, "measure");
  const source = workload.prompts;
  if (measured === undefined) {
    return undefined;
  }
  const requests = measured + workload.warmUpRequests;
  if (source.kind === "synthetic") {
    return requests * source.length.maximum;
  }
  if (countTokens === undefined) {
    return undefined;
  }
  const tokensOf = listedTokens(source.prompts, countTokens);
  const nonces = workload.cache === "cold" ? requests * nonceTokens : 0;
  return tokensOf(measured) + tokensOf(workload.warmUpRequests) + nonces;
}

/** One measurement; the confirmation costs as much again. Listed prompts need `countTokens`. */
export function expectedCost(workload: Workload, countTokens?: CountTokens): ExpectedCost {
  const requests = plannedRequests(workload);
  return {
    requests,
    inputTokens: inputTokens(workload, countTokens),
    outputTokens: requests === undefined ? undefined : requests * workload.outputTokens,
  };
}
