// The model that the gate is calibrated on: runs of a closed loop against an engine that varies from job to job.
import type { HistoryRecord } from "../../src/baseline/history.ts";
import { quantile } from "../../src/stats/quantile.ts";
import { type Random, randomFrom } from "../../src/stats/random.ts";
import { sampleOf } from "../../src/stats/sample.ts";
import { quantileLogError } from "../../src/stats/within-run.ts";

const concurrency = 8;
const requests = 1000;

/** Standard normals, by Box and Muller in pairs. */
export function normals(random: Random): () => number {
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** What one run is like beside the others: log factors on prefill and decoding, and on how often it stalls. */
export interface Level {
  readonly pre: number;
  readonly dec: number;
  readonly stall: number;
}

/** Of the variance between runs 70 % belongs to the job, and 30 % to each of its repeats. */
export type Job = () => Level;

export function jobOf(cv: number, normal: () => number, disturbed = 0): Job {
  const ofJob = [normal(), normal(), normal(), normal()];
  return () => {
    const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = ofJob.map(
      (z) => Math.sqrt(0.7) * z + Math.sqrt(0.3) * normal(),
    );
    return {
      pre: cv * (Math.sqrt(0.7) * z0 + Math.sqrt(0.3) * z1) + disturbed,
      dec: cv * (Math.sqrt(0.7) * z0 + Math.sqrt(0.3) * z2) + disturbed,
      stall: 10 * cv * z3,
    };
  };
}

interface Lengths {
  readonly prompts: readonly number[];
  readonly outputs: readonly number[];
}

function clamped(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)));
}

/** The same in every run. */
function lengthsOf(n: number): Lengths {
  const normal = normals(randomFrom(20_261_130));
  const draw = (median: number, sigma: number) => median * Math.exp(sigma * normal());
  return {
    prompts: Array.from({ length: n }, () => clamped(draw(800, 0.6), 32, 6000)),
    outputs: Array.from({ length: n }, () => clamped(draw(150, 0.4), 8, 600)),
  };
}

const workload = lengthsOf(requests);

/** Times in ms, in the order in which the requests started; tokens per second of the window. */
export interface Measured {
  readonly ttft: readonly number[];
  readonly tpot: readonly number[];
  readonly e2e: readonly number[];
  readonly throughput: number;
}

interface Dice {
  readonly random: Random;
  readonly normal: () => number;
}

/** The pace of prefill and decoding of each request, with its stalls. */
function* paces({ pre, dec, stall }: Level, n: number, { random, normal }: Dice) {
  const stalls = Math.min(0.2, 0.015 * Math.exp(stall));
  const pareto = () => (1 - random()) ** (-1 / 2.5);
  let drift = 0.04 * normal();
  for (let id = 0; id < n; id += 1) {
    const slow = Math.exp(drift);
    drift = 0.97 * drift + 0.04 * Math.sqrt(1 - 0.97 ** 2) * normal();
    const prompt = workload.prompts[id] ?? 0;
    let prefill = (40 + 0.15 * prompt) * Math.exp(pre + 0.08 * normal()) * slow;
    let tpot = 20 * Math.exp(dec + 0.03 * normal()) * slow;
    if (random() < stalls) {
      prefill += 250 * pareto();
      if (random() < 0.5) tpot *= 1 + 0.3 * pareto();
    }
    yield { prefill, tpot, output: workload.outputs[id] ?? 0 };
  }
}

/** Eight at a time; one prefill engine, first come first served. */
export function runOf(level: Level, dice: Dice, n = requests): Measured {
  const free = new Array<number>(concurrency).fill(0);
  const [ttft, tpot, e2e]: [number[], number[], number[]] = [[], [], []];
  const spans: { first: number; end: number; output: number }[] = [];
  let [engine, last] = [0, 0];
  for (const request of paces(level, n, dice)) {
    const start = Math.min(...free);
    last = start;
    engine = Math.max(start, engine) + request.prefill;
    const end = engine + request.tpot * (request.output - 1);
    free[free.indexOf(start)] = end;
    ttft.push(engine - start);
    tpot.push(request.tpot);
    e2e.push(end - start);
    spans.push({ first: engine, end, output: request.output });
  }
  return { ttft, tpot, e2e, throughput: tokensUntil(last, spans) / (last / 1000) };
}

/** Tokens that arrive while requests are still sent, each answer's spread evenly. */
function tokensUntil(
  stop: number,
  spans: readonly { first: number; end: number; output: number }[],
) {
  return spans.reduce((sum, { first, end, output }) => {
    const share = end <= stop ? 1 : Math.max(0, stop - first) / (end - first);
    return sum + output * share;
  }, 0);
}

export type Cells = Readonly<HistoryRecord["cells"]>;

const quantileCells = [
  ["ttft.p50", "ttft", 0.5],
  ["ttft.p95", "ttft", 0.95],
  ["tpot.p50", "tpot", 0.5],
  ["tpot.p95", "tpot", 0.95],
  ["e2e.p95", "e2e", 0.95],
] as const;

/** The six cells that gate by default. Only a candidate's within-run error counts, and it costs most of the time. */
export function cellsOf(measured: Measured, withError: boolean): Cells {
  const entries = quantileCells.map(([id, metric, q]) => {
    const values = measured[metric];
    const sample = sampleOf(values);
    if (!sample) throw new RangeError("an empty run");
    const w = withError ? quantileLogError(values, q) : 0;
    return [id, { y: Math.log(quantile(sample, q)), w, n: values.length }] as const;
  });
  const throughput = { y: -Math.log(measured.throughput), w: 0.01, n: measured.e2e.length };
  return Object.fromEntries([...entries, ["output_throughput", throughput]]);
}

/** Everything slower by a share. */
export function slower(cells: Cells, share: number): Cells {
  const entries = Object.entries(cells);
  return Object.fromEntries(
    entries.map(([id, { y, ...rest }]) => [id, { y: y + Math.log1p(share), ...rest }]),
  );
}
