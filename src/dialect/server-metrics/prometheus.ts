// Prometheus text → samples; of a page that is anything else nothing.

export interface Sample {
  readonly name: string;
  /** As they stand between the braces; empty without them. */
  readonly labels: string;
  readonly value: number;
}

/** Name, labels whose quoted values may hold anything, value; a timestamp may follow. */
const line = /^([A-Za-z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?[ \t]+(\S+)/;

/** Buckets of histograms, nine lines of ten on a usual page, are left out; so is what is not a finite number. */
export function* samplesOf(text: string): Generator<Sample> {
  for (const each of text.split("\n")) {
    const [, name, labels = "", shown] = line.exec(each) ?? [];
    if (name === undefined || name.endsWith("_bucket")) continue;
    const value = Number(shown);
    if (Number.isFinite(value)) yield { name, labels, value };
  }
}
