// Charts in text: a sparkline that any face can show, and a mermaid chart for those that draw it.

const bars = "▁▂▃▄▅▆▇█";

/** One bar per value between the least and the greatest; all in the middle when they are equal. */
export function sparkline(values: readonly number[]): string {
  const finite = values.filter((value) => Number.isFinite(value));
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const level = (value: number) =>
    high === low ? 3 : Math.round(((value - low) / (high - low)) * (bars.length - 1));
  return finite.map((value) => bars.charAt(level(value))).join("");
}

export interface LineChart {
  /** Ours only: it stands unescaped in the source. */
  readonly title: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** The axis leaves a tenth of the range free on both sides. */
function axis(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || Math.abs(high) || 1) / 10;
  return [Math.max(0, low - room), high + room];
}

function plainNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function lineChart({ title, unit, values }: LineChart): string {
  const [low, high] = axis(values);
  return [
    "xychart-beta",
    `  title "${title}"`,
    `  x-axis "run" 1 --> ${values.length}`,
    `  y-axis "${unit}" ${plainNumber(low)} --> ${plainNumber(high)}`,
    `  line [${values.map(plainNumber).join(", ")}]`,
  ].join("\n");
}
