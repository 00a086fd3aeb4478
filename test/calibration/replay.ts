// Prints what the gate would have said of the labelled series: npm run replay.
import { type Replayed, readSeries, replayed } from "./series.ts";

function row({ series, kind, builds, slowerFrom, red, delay }: Replayed): string {
  const change = slowerFrom === undefined ? "" : `${slowerFrom}`;
  const found = slowerFrom === undefined ? "" : delay === undefined ? "missed" : `+${delay}`;
  return [
    kind.padEnd(16),
    series,
    `${builds.length}`.padStart(6),
    change.padStart(7),
    found.padStart(7),
    `${red.length}`.padStart(4),
    `  ${red.join(" ")}`,
  ]
    .join(" ")
    .trimEnd();
}

process.stdout.write("label            series builds slower   found  red  at builds\n");
for (const series of readSeries()) process.stdout.write(`${row(replayed(series))}\n`);
