// Which run wrote something, and which of two is the newer.

/** Run ids grow with time, and attempts within a run. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

export function isNewer(a: RunNumber, b: RunNumber): boolean {
  return a.id === b.id ? a.attempt > b.attempt : a.id > b.id;
}

export function isSame(a: RunNumber, b: RunNumber): boolean {
  return a.id === b.id && a.attempt === b.attempt;
}
