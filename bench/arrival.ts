// How late the stamps of each reader are against the true send, on a native server: ours, a native one, aiohttp's.
import { startWorker } from "./support/children.ts";
import { median, type Row, report, round } from "./support/figures.ts";
import { machine, watchMachine } from "./support/machine.ts";
import { buildNative, type ReaderFigures, readNatively, startServer } from "./support/native.ts";
import { startPython } from "./support/python.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** 50 tokens/s for 2.4 s, of which the start is left out: there everybody is busy opening streams. */
const [events, gap, skipMs] = [120, 20_000, 700];
const scenes = {
  "256 streams": { streams: 256, step: 0 },
  "256 in step": { streams: 256, step: 1 },
  "16 streams": { streams: 16, step: 0 },
} as const;

const native = buildNative("arrival");
const server = await startServer(native);
const own = startWorker(process.execPath, [`${import.meta.dirname}/support/reader.ts`]);
const python = startPython();

type Reader = (task: Parameters<typeof readNatively>[1]) => ReaderFigures | Promise<ReaderFigures>;
const readers: Record<string, Reader> = {
  native: (task) => readNatively(native, task),
  own: (task) => own.ask<ReaderFigures>({ ...task, reading: true }),
  ...(python && { aiohttp: (task) => python.ask<ReaderFigures>(task) }),
};

interface Sample {
  readonly scene: string;
  readonly reader: string;
  readonly p50: number;
  readonly p99: number;
  readonly cpuPerEvent: number;
  readonly othersBusy: number;
}

async function sample(scene: keyof typeof scenes, name: string, read: Reader): Promise<Sample> {
  const { streams, step } = scenes[scene];
  const warmUrl = server.url({ events: 1 });
  const before = await server.stats();
  const watch = watchMachine();
  const figures = await read({
    url: server.url({ events, gap, step }),
    warmUrl,
    streams,
    skipMs,
  });
  const { cpuMicros } = await server.stats();
  return {
    scene,
    reader: name,
    p50: figures.lag.p50,
    p99: figures.lag.p99,
    cpuPerEvent: round(figures.cpuMicros / figures.events, 1),
    othersBusy: watch.others(figures.cpuMicros + cpuMicros - before.cpuMicros),
  };
}

const samples: Sample[] = [];
for (let count = 0; count < rounds; count += 1)
  for (const scene of Object.keys(scenes) as (keyof typeof scenes)[])
    for (const [name, read] of Object.entries(readers))
      samples.push(await sample(scene, name, read));
await Promise.all([own.close(), python?.close(), server.close()]);

function middle(scene: keyof typeof scenes, reader: string, figure: "p50" | "p99" | "cpuPerEvent") {
  const found = samples.filter((each) => each.scene === scene && each.reader === reader);
  return found.length === 0 ? undefined : median(found.map((each) => each[figure]));
}

function against(scene: keyof typeof scenes): number | undefined {
  const [mine, theirs] = [middle(scene, "own", "p99"), middle(scene, "aiohttp", "p99")];
  return mine === undefined || theirs === undefined ? undefined : round(mine / theirs, 2);
}

const others = median(samples.map(({ othersBusy }) => othersBusy));
console.log(`arrival: stamp − true send, ms, medians of ${rounds} runs of 2.4 s at 50 tokens/s`);
console.log(`on ${machine()}; others took ${others} of it (median)`);
for (const scene of Object.keys(scenes) as (keyof typeof scenes)[])
  for (const reader of Object.keys(readers)) {
    const each = (figure: "p50" | "p99" | "cpuPerEvent") => middle(scene, reader, figure);
    const all = samples.filter((one) => one.scene === scene && one.reader === reader);
    console.log(
      `  ${scene}, ${reader}: p50 ${each("p50")}, p99 ${each("p99")} (${all.map(({ p99 }) => p99).join(", ")}), ${each("cpuPerEvent")} µs of CPU per event`,
    );
  }

/** p50 / p99 of each reader. */
function rowOf(scene: keyof typeof scenes): Row {
  const pair = (reader: string) => {
    const [p50, p99] = [middle(scene, reader, "p50"), middle(scene, reader, "p99")];
    return p50 === undefined ? undefined : `${p50} / ${p99}`;
  };
  return {
    figure: `lag p50 / p99, ${scene} × 50/s, ms`,
    ours: pair("own"),
    native: pair("native"),
    aiohttp: pair("aiohttp"),
    others,
  };
}

report(
  "arrival",
  [
    { name: "2 lag p99, 256 streams, ms", value: middle("256 streams", "own", "p99"), most: 0.5 },
    { name: "2 lag p99 ÷ aiohttp's, 256 streams", value: against("256 streams"), most: 2 },
    { name: "2 lag p99 ÷ aiohttp's, in step", value: against("256 in step"), most: 1 },
    { name: "2 lag p99, 16 streams, ms", value: middle("16 streams", "own", "p99"), most: 0.4 },
  ],
  {
    rows: (Object.keys(scenes) as (keyof typeof scenes)[]).map(rowOf),
    unit: "ms",
    machine: machine(),
    othersBusy: others,
    samples,
  },
);
