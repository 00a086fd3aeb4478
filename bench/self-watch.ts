// Whether the client knows when it is late: true lag against what it says of itself, from idle to overload.
import { clientWarnings } from "../src/metrics/run/validity.ts";
import { startWorker } from "./support/children.ts";
import { type Chart, median, report, round } from "./support/figures.ts";
import { machine } from "./support/machine.ts";
import { buildNative, startServer } from "./support/native.ts";
import type { OwnFigures } from "./support/reader.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 2);
const seconds = 2;
const skipMs = 700;
/** Above the one it must be told, below the other it must not. */
const [lateMs, punctualMs] = [1, 0.3];

interface Load {
  readonly streams: number;
  readonly perSecond: number;
  readonly step: 0 | 1;
}

const spread = [16, 32, 64, 128, 256, 384, 512, 768, 1_024];
const inStep = [16, 64, 128, 256, 512, 1_024];
const loads: readonly Load[] = [
  ...spread.map((streams) => ({ streams, perSecond: 50, step: 0 as const })),
  ...inStep.map((streams) => ({ streams, perSecond: 50, step: 1 as const })),
  ...[128, 256, 384, 512].map((streams) => ({ streams, perSecond: 150, step: 0 as const })),
];

const native = buildNative("self-watch");
const server = await startServer(native);
const own = startWorker(process.execPath, [`${import.meta.dirname}/support/reader.ts`]);
interface Point extends Load {
  readonly trueP99: number;
  readonly health: OwnFigures["health"];
  readonly warned: boolean;
}

const points: Point[] = [];
for (let count = 0; count < rounds; count += 1)
  for (const { streams, perSecond, step } of loads) {
    const gap = Math.round(1_000_000 / perSecond);
    const figures = await own.ask<OwnFigures>({
      url: server.url({ events: Math.round(seconds * perSecond), gap, step }),
      warmUrl: server.url({ events: 1 }),
      streams,
      skipMs,
      reading: true,
    });
    const { lag, health } = figures;
    const warned = clientWarnings(health).length > 0;
    points.push({ streams, perSecond, step, trueP99: lag.p99, health, warned });
    const said = health === undefined ? "nothing" : `${round(health.lagP99Ms)} ms`;
    console.log(
      `  ${streams} × ${perSecond}/s${step ? " in step" : ""}: true p99 ${lag.p99} ms, it says ${said}${warned ? ", warned" : ""}`,
    );
  }
await Promise.all([own.close(), server.close()]);

/** The share of the points that were told right; undefined where there are none. */
function right(of: readonly Point[], warned: boolean): number | undefined {
  if (of.length === 0) return undefined;
  return round(of.filter((point) => point.warned === warned).length / of.length, 2);
}

/** The true lag, and what the client said of it, over the number of streams at 50 events/s. */
function chartOf(title: string, step: 0 | 1, places: readonly number[]): Chart {
  const at = (streams: number) =>
    points.filter((one) => one.streams === streams && one.perSecond === 50 && one.step === step);
  const line = (of: (point: Point) => number | undefined) =>
    places.map((streams) => median(at(streams).map((point) => of(point) ?? 0)));
  const lines = [line(({ trueP99 }) => trueP99), line(({ health }) => health?.lagP99Ms)];
  return { title, axis: "streams", places, unit: "ms", lines };
}

const late = points.filter(({ trueP99 }) => trueP99 > lateMs);
const punctual = points.filter(({ trueP99 }) => trueP99 < punctualMs);
console.log(
  `self-watch: ${points.length} points, ${late.length} late, ${punctual.length} punctual`,
);
report(
  "self-watch",
  [
    { name: "4 warned where the true lag p99 > 1 ms", value: right(late, true), least: 0.95 },
    {
      name: "4 silent where the true lag p99 < 0.3 ms",
      value: right(punctual, false),
      least: 0.95,
    },
  ],
  {
    rows: [
      {
        figure: "points warned of ÷ points with a true lag p99 over 1 ms",
        ours: `${late.filter(({ warned }) => warned).length} of ${late.length}`,
      },
      {
        figure: "points not warned of ÷ points with a true lag p99 under 0.3 ms",
        ours: `${punctual.filter(({ warned }) => !warned).length} of ${punctual.length}`,
      },
    ],
    charts: [
      chartOf("p99 lag at 50 events/s per stream, ms (true, then as told)", 0, spread),
      chartOf("p99 lag of streams in step, ms (true, then as told)", 1, inStep),
    ],
    unit: "ms",
    machine: machine(),
    points,
  },
);
