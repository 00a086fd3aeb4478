// Holm's correction: p-values of a family, adjusted so that any false rejection stays below α.

/** In the order given; step-down, monotone, at most 1 (Holm 1979). */
export function holm(ps: readonly number[]): number[] {
  const ranked = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(ps.length);
  let floor = 0;
  for (const [rank, { p, index }] of ranked.entries()) {
    floor = Math.max(floor, Math.min(1, (ps.length - rank) * p));
    adjusted[index] = floor;
  }
  return adjusted;
}
