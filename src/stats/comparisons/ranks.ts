// Midranks, and how many ways there are to draw some of them with a given sum.

/** Ranks from 1, ties at their mean rank; doubled, so that they are integers. */
export function doubledMidranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (order[to + 1]?.value === order[from]?.value) to += 1;
    for (const { index } of order.slice(from, to + 1)) ranks[index] = from + to + 2;
    from = to + 1;
  }
  return ranks;
}

/** `ways[s]`: subsets of `size` of the integers whose sum is s; of any size where none is given. */
export function subsetSums(integers: readonly number[], size?: number): readonly number[] {
  const total = integers.reduce((sum, value) => sum + value, 0);
  const sizes = size ?? 0;
  const ways = Array.from({ length: sizes + 1 }, () => new Array<number>(total + 1).fill(0));
  for (const row of ways.slice(0, 1)) row[0] = 1;
  for (const value of integers) addValue(ways, value, size === undefined);
  return ways[sizes] ?? [];
}

/** Takes one more integer into account, from the largest sums down so that it is used once. */
function addValue(ways: number[][], value: number, anySize: boolean): void {
  for (let taken = ways.length - 1; taken >= (anySize ? 0 : 1); taken -= 1) {
    const row = ways[taken];
    const from = anySize ? row : ways[taken - 1];
    if (!row || !from) continue;
    for (let sum = row.length - 1; sum >= value; sum -= 1)
      row[sum] = (row[sum] ?? 0) + (from[sum - value] ?? 0);
  }
}
