// Micros, the one unit of time inside the program, and its conversions.

/** An integer number of microseconds. Instants count from the clock's own start; durations are bare. */
export type Micros = number & { readonly unit: "µs" };

export function micros(value: number): Micros {
  return Math.round(value) as Micros;
}

export function fromMilliseconds(milliseconds: number): Micros {
  return micros(milliseconds * 1_000);
}

export function fromSeconds(seconds: number): Micros {
  return micros(seconds * 1_000_000);
}

/** Milliseconds with at most three decimals, so that JSON shows whole microseconds. */
export function toMilliseconds(duration: Micros): number {
  return duration / 1_000;
}

export function toSeconds(duration: Micros): number {
  return duration / 1_000_000;
}
