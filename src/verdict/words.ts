// Plain words for cells, shares and values in the sentences of a verdict.
import type { Cell, Unit } from "../metrics/catalog.ts";

/** "TTFT p95". */
export function cellName({ metric, statistic }: Cell): string {
  return statistic ? `${metric.label} ${statistic}` : metric.label;
}

/** Two decimals at most, so that 10.04 % is not shown as the 10 % that it exceeds. */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}

export function quantity(value: number, unit: Unit): string {
  return unit === "share" ? percent(value) : `${Number(value.toPrecision(4))} ${unit}`;
}

/** "rose by 12.3 %": the sign is in the verb. */
export function movement(change: number): string {
  return `${change < 0 ? "fell" : "rose"} by ${percent(Math.abs(change))}`;
}
