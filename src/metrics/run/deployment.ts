// The deployment's metrics: throughputs, goodput and error rate over the window.
import { toSeconds } from "../../time.ts";
import { type Warning, warning } from "../../warning.ts";
import type { Objective } from "../../workload/workload.ts";
import { type MetricId, metric } from "../catalog.ts";
import type { Scalar } from "../run.ts";
import type { DigestedAttempted, DigestedRecord } from "../values/digest.ts";
import { isGood } from "../values/goodput.ts";
import { isRefusal } from "../values/refusal.ts";
import {
  durationOf,
  inputInside,
  isAttempted,
  isCompleted,
  isInside,
  outputInside,
  type Window,
} from "../values/window.ts";

export interface DeploymentMetrics {
  readonly scalars: Readonly<Partial<Record<MetricId, Scalar>>>;
  readonly warnings: readonly Warning[];
}

function scalar(id: MetricId, value: number): Scalar {
  const { unit, better, scope } = metric(id);
  return { unit, better, scope, value };
}

/** A throughput needs every completed request's count: one unknown would quietly lower the sum. */
function tokenRates(
  attempted: readonly DigestedAttempted[],
  completed: readonly DigestedAttempted[],
  window: Window,
): Partial<Record<MetricId, Scalar>> {
  const seconds = toSeconds(durationOf(window));
  if (completed.some(({ tokens }) => tokens.output === undefined)) return {};
  const output = attempted.reduce((sum, record) => sum + outputInside(record, window), 0);
  const rates = { output_throughput: scalar("output_throughput", output / seconds) };
  if (completed.some(({ tokens }) => tokens.input === undefined)) return rates;
  const input = attempted.reduce((sum, record) => sum + inputInside(record, window), 0);
  return { ...rates, total_throughput: scalar("total_throughput", (input + output) / seconds) };
}

function uncountedWarning(attempted: readonly DigestedAttempted[]): Warning[] {
  const uncounted = attempted.filter(
    ({ tokens, pieceCount }) => tokens.output === undefined && pieceCount > 0,
  ).length;
  if (uncounted === 0) return [];
  const message = `${uncounted} requests sent output without a token count; throughput holds none of it`;
  return [warning("uncounted-tokens", message)];
}

/** No window or no completed request: no rates at all, and the failures alone. */
export function deploymentMetrics(
  records: readonly DigestedRecord[],
  window: Window | undefined,
  objectives: readonly Objective[],
): DeploymentMetrics {
  const attempted = records.filter(isAttempted);
  const completed = attempted.filter(isCompleted);
  if (attempted.length === 0) return { scalars: {}, warnings: [] };
  const failed = attempted.filter((record) => record.outcome === "failed");
  const refused = failed.filter(isRefusal).length;
  const errors = {
    error_rate: scalar("error_rate", failed.length / attempted.length),
    rejection_rate: scalar("rejection_rate", refused / attempted.length),
  };
  if (!window || durationOf(window) <= 0 || completed.length === 0) {
    return { scalars: errors, warnings: [] };
  }
  const seconds = toSeconds(durationOf(window));
  const inside = completed.filter(({ endedAt }) => isInside(endedAt, window));
  const good = completed.filter((record) => isGood(record, objectives));
  const goodInside = good.filter(({ endedAt }) => isInside(endedAt, window)).length;
  return {
    scalars: {
      ...errors,
      ...tokenRates(attempted, completed, window),
      request_throughput: scalar("request_throughput", inside.length / seconds),
      ...(objectives.length > 0 && {
        goodput: scalar("goodput", goodInside / seconds),
        good_share: scalar("good_share", good.length / attempted.length),
      }),
    },
    warnings: uncountedWarning(attempted),
  };
}
