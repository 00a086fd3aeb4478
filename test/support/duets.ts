// Builders: a workload measured in rounds at two endpoints, without measuring anything.
import type { Logged } from "../../src/metrics/observation.ts";
import type { WorkloadRun } from "../../src/metrics/run.ts";
import { aWorkloadRun } from "./builders.ts";

type Duet = NonNullable<WorkloadRun["duet"]>;
export type PlayedRound = Duet["rounds"][number];

export interface Played {
  readonly rounds?: number;
  /** Log change of the candidate's cells, by cell or of all. */
  readonly change?: number | Readonly<Record<string, number>>;
  /** Requests at each endpoint in each round, and how many of the candidate's fail. */
  readonly n?: number;
  readonly failed?: number;
  /** Cells that each side has. */
  readonly base?: readonly string[];
  readonly candidate?: readonly string[];
}

const playedCells = ["ttft.p50", "ttft.p95", "tpot.p50", "tpot.p95", "e2e.p95"] as const;

/** Both endpoints drift by 30 % over ten rounds; the difference wobbles by .5 % around the change. */
export function played(given: Played = {}): PlayedRound[] {
  const { rounds = 10, n = 100, base = playedCells, candidate = base, failed = 0 } = given;
  const { change = 0 } = given;
  const changeOf = (id: string) => (typeof change === "number" ? change : (change[id] ?? 0));
  return Array.from({ length: rounds }, (_, round) => {
    const logged = (of: readonly string[], shift: (id: string) => number) =>
      Object.fromEntries(
        of.map((id): [string, Logged] => [id, { y: 6 + 0.03 * round + shift(id), w: 0.02, n }]),
      );
    const wobble = round % 2 === 0 ? 0.005 : -0.005;
    return {
      base: { cells: logged(base, () => 0), err: { x: 0, n } },
      candidate: { cells: logged(candidate, (id) => changeOf(id) + wobble), err: { x: failed, n } },
    };
  });
}

export const baseEndpoint = "https://production.example.test/v1";

export interface PlayedWorkload extends Played {
  readonly workload?: Partial<WorkloadRun>;
  readonly baseRun?: Partial<WorkloadRun>;
  readonly endpoint?: string;
}

/** The rounds are as given; what either side's whole run shows stays as the builder has it. */
export function aDuetWorkload(given: PlayedWorkload = {}): WorkloadRun {
  const { workload, baseRun, endpoint = baseEndpoint } = given;
  const rounds = played(given);
  const sides = ["base", "candidate"] as const;
  const first = rounds.flatMap((_, round) => sides[round % 2] ?? []);
  const { duet: _, ...base } = aWorkloadRun({ name: workload?.name ?? "chat-short", ...baseRun });
  return aWorkloadRun({ ...workload, duet: { endpoint, first, rounds, base } });
}
