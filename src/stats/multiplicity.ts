// Corrections of a family of p-values for being many.

/** Any false rejection stays below α. In the order given; step-down, monotone, at most 1 (Holm 1979). */
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

/** The share of false ones among the rejections stays below α (Benjamini and Hochberg 1995). In the order given. */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const ranked = ps.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(ps.length);
  let ceiling = 1;
  for (const [place, { p, index }] of ranked.entries()) {
    ceiling = Math.min(ceiling, (p * ps.length) / (ps.length - place));
    adjusted[index] = ceiling;
  }
  return adjusted;
}
