// Figures: quantiles, medians over rounds, and how they are printed; the last line of each bench is JSON.

export function round(value: number, decimals = 3): number {
  return Number(value.toFixed(decimals));
}

/** Of ascending values; NaN of none. */
function quantile(sorted: Float64Array, share: number): number {
  return round(
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN,
  );
}

export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => quantile(sorted, share);
  return { n: values.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export interface Bar {
  /** "1: recording ÷ native" */
  readonly name: string;
  readonly value: number | undefined;
  readonly least?: number;
  readonly most?: number;
}

type Figure = string | number | undefined;

/** A line of the table in docs/instrument.md. */
export interface Row {
  readonly figure: string;
  readonly ours: Figure;
  readonly native?: Figure;
  readonly aiohttp?: Figure;
  /** The share of the machine that other processes took; absent where it does not matter. */
  readonly others?: number;
}

/** A chart of docs/instrument.md; each line has a value per place on the axis. */
export interface Chart {
  readonly title: string;
  readonly axis: string;
  readonly places: readonly number[];
  readonly unit: string;
  readonly lines: readonly (readonly number[])[];
}

/** What a bench adds to the page, besides whatever else it wants to keep. */
interface Details {
  readonly rows?: readonly Row[];
  readonly charts?: readonly Chart[];
}

function outcomeOf({ value, least, most }: Bar): "met" | "MISSED" | "not measured" {
  if (value === undefined || Number.isNaN(value)) return "not measured";
  const met = (least === undefined || value >= least) && (most === undefined || value <= most);
  return met ? "met" : "MISSED";
}

/** One line per bar for people, one line of JSON for the history. */
export function report(
  bench: string,
  bars: readonly Bar[],
  details: Details & Readonly<Record<string, unknown>>,
): void {
  const judged = bars.map((bar) => ({ ...bar, outcome: outcomeOf(bar) }));
  for (const { name, value, least, most, outcome } of judged) {
    const bound = [least === undefined ? [] : `≥ ${least}`, most === undefined ? [] : `≤ ${most}`];
    console.log(`bar ${name}: ${value ?? "–"} (${bound.flat().join(", ")}): ${outcome}`);
  }
  console.log(JSON.stringify({ bench, bars: judged, ...details }));
}
