// The machine that a figure was taken on, and what others took of it meanwhile: both belong beside every figure.
import { availableParallelism, cpus, release } from "node:os";
import { round } from "./figures.ts";

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown CPU";
  return `${availableParallelism()} cores (${model}), Linux ${release()}, Node ${process.version}`;
}

/** CPU time of every process of the machine, µs. */
function machineCpu(): number {
  return cpus().reduce(
    (sum, { times }) => sum + 1_000 * (times.user + times.nice + times.sys + times.irq),
    0,
  );
}

/** CPU time of this process, µs. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

export interface Busy {
  /** The share of the machine that neither this process nor `known` µs of its children took. */
  others(known: number): number;
}

export function watchMachine(): Busy {
  const [all, own, startedAt] = [machineCpu(), ownCpu(), performance.now()];
  return {
    others(known) {
      const wall = 1_000 * (performance.now() - startedAt) * availableParallelism();
      return round(Math.max(0, machineCpu() - all - (ownCpu() - own) - known) / wall, 2);
    },
  };
}
