// How many events per second each reader takes in at most: ours, a native one and the engine of the common tools.
import { startWorker } from "./support/children.ts";
import { median, type Row, report, round } from "./support/figures.ts";
import { machine, watchMachine } from "./support/machine.ts";
import { buildNative, type ReaderFigures, readNatively, startServer } from "./support/native.ts";
import { startPython } from "./support/python.ts";

const streams = 64;
const eventsPerWrite = 16;
/** 3.8 MB per stream: what a recording keeps room for. */
const events = 15_000;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);

const native = buildNative("saturation");
const server = await startServer(native);
const own = startWorker(process.execPath, [`${import.meta.dirname}/support/reader.ts`]);
const python = startPython();
const task = {
  url: server.url({ events, batch: eventsPerWrite }),
  warmUrl: server.url({ events: 1 }),
  streams,
  skipMs: 0,
};

type Reader = () => ReaderFigures | Promise<ReaderFigures>;
const readers: Record<string, Reader> = {
  native: () => readNatively(native, task),
  recording: () => own.ask<ReaderFigures>({ ...task, reading: false }),
  reading: () => own.ask<ReaderFigures>({ ...task, reading: true }),
  ...(python && { python: () => python.ask<ReaderFigures>(task) }),
};

/** Events per second of each reader, and µs of CPU time per event, in each round. */
const rates: Record<string, number[]> = {};
const costs: Record<string, number[]> = {};
const others: number[] = [];
for (let count = 0; count <= rounds; count += 1) {
  for (const [name, read] of Object.entries(readers)) {
    const before = await server.stats();
    const watch = watchMachine();
    const figures = await read();
    const after = await server.stats();
    if (figures.events !== streams * events) throw new Error(`${name} lost events`);
    // The first round warms up.
    if (count === 0) continue;
    others.push(watch.others(figures.cpuMicros + after.cpuMicros - before.cpuMicros));
    rates[name] = [...(rates[name] ?? []), Math.round(figures.events / figures.seconds)];
    costs[name] = [...(costs[name] ?? []), figures.cpuMicros / figures.events];
  }
}
await Promise.all([own.close(), python?.close(), server.close()]);

/** Median of the ratios within each round. */
function ratio(one: string, other: string): number | undefined {
  const [mine, theirs] = [rates[one] ?? [], rates[other] ?? []];
  if (mine.length === 0 || theirs.length === 0) return undefined;
  return round(median(mine.map((rate, index) => rate / (theirs[index] ?? Number.NaN))), 2);
}

console.log(`saturation: ${streams} streams, ${eventsPerWrite} events per write, ${rounds} rounds`);
console.log(`on ${machine()}; others took ${median(others)} of it (median)`);
for (const [name, each] of Object.entries(rates))
  console.log(
    `  ${name}: ${median(each).toLocaleString("en-US")} events/s (${each.join(", ")}), ${median(costs[name] ?? [])} µs of CPU per event`,
  );

function row(figure: string, ours: string, unit: Record<string, number[]>): Row {
  const of = (name: string) => (unit[name] ? median(unit[name]) : undefined);
  return {
    figure: `${figure}, ${ours}`,
    ours: of(ours),
    native: of("native"),
    aiohttp: of("python"),
    others: median(others),
  };
}
report(
  "saturation",
  [
    { name: "1 recording ÷ native", value: ratio("recording", "native"), least: 0.33 },
    { name: "1 recording ÷ aiohttp", value: ratio("recording", "python"), least: 5 },
    { name: "1 reading ÷ aiohttp", value: ratio("reading", "python"), least: 1 },
  ],
  {
    rows: ["recording", "reading"].flatMap((name) => [
      row("events/s", name, rates),
      row("µs of CPU per event", name, costs),
    ]),
    unit: "events/s",
    machine: machine(),
    othersBusy: median(others),
    rates,
    costs,
  },
);
