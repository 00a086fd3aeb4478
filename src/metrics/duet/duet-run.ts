// Two endpoints measured in alternating rounds → one WorkloadRun: the candidate's, with the duet it was measured in.
import { type Warning, warning } from "../../warning.ts";
import type { Side } from "../../workload/duet/order.ts";
import { cellsOf } from "../cells.ts";
import { refusedOf } from "../observation.ts";
import type { Measured } from "../run/measured.ts";
import { workloadRunFrom } from "../run/workload-run.ts";
import type { WorkloadRun } from "../run.ts";

/** Each side's `rounds` are in their order; the last ones may have been cut. */
export interface MeasuredDuet {
  readonly candidate: Measured;
  readonly base: Measured;
  /** The base endpoint: scheme, host and path. */
  readonly endpoint: string;
  /** Who was measured first, round by round, in all that were planned. */
  readonly first: readonly Side[];
  /** So many rounds both sides carried out to their end. */
  readonly complete: number;
}

type Duet = NonNullable<WorkloadRun["duet"]>;
type Shown = Duet["rounds"][number]["base"];

/** Fewer tell little of a round's tail (docs/statistics.md). */
const enoughPerRound = 50;
const none: ReadonlySet<string> = new Set();

/** What one side showed in one round, by the same means as a whole run. */
function shownIn(side: Measured, index: number): Shown | undefined {
  const round = side.rounds?.[index];
  if (!round) return undefined;
  const { rounds: _, planned: __, ...whole } = side;
  const records = side.records.filter((record) => record.round === index);
  const run = workloadRunFrom({ ...whole, ...round, records }, none);
  const { counts } = run;
  const cells = Object.entries(cellsOf(run)).map(([id, { y, w, n }]) => [id, { y, w, n }] as const);
  return {
    cells: Object.fromEntries(cells),
    err: { x: counts.failed, n: counts.attempted },
    rej: refusedOf(counts),
  };
}

/** Cut rounds are in no comparison: half a round has other prompts on either side. */
function roundsOf({ base, candidate, complete }: MeasuredDuet): Duet["rounds"] {
  return Array.from({ length: complete }, (_, index) => {
    const [before, after] = [shownIn(base, index), shownIn(candidate, index)];
    return before && after ? [{ base: before, candidate: after }] : [];
  }).flat();
}

function fewWarnings(rounds: Duet["rounds"]): Warning[] {
  const fewest = Math.min(
    ...rounds.flatMap(({ base, candidate }) => [base.err.n, candidate.err.n]),
  );
  if (fewest >= enoughPerRound) return [];
  const message = `${fewest} requests a round at each endpoint tell little of a round; ${enoughPerRound} or more are better`;
  return [warning("few-per-round", message)];
}

function cutWarnings({ first, complete, candidate }: MeasuredDuet): Warning[] {
  if (!candidate.rounds || complete === first.length) return [];
  const message = `${complete} of ${first.length} rounds were carried out; what was cut is in the records and in no comparison`;
  return [warning("rounds-cut", message)];
}

const opening = (side: Side) => `${side} endpoint: `;

function named(side: Side, warnings: readonly Warning[]): Warning[] {
  return warnings.map(({ code, message }) => warning(code, `${opening(side)}${message}`));
}

/** Of a duet's faults: whether it is the base endpoint's alone. */
export function isOfBase({ message }: Warning): boolean {
  return message.startsWith(opening("base"));
}

/** What is not said elsewhere already. */
function unsaid(warnings: readonly Warning[], elsewhere: readonly Warning[]): Warning[] {
  const said = new Set(elsewhere.map(({ message }) => message));
  return warnings.filter(({ message }) => !said.has(message));
}

/** What was found before or beside the load tells more than what is missing for it. */
function faultsOf(measured: MeasuredDuet, candidate: WorkloadRun, base: WorkloadRun): Warning[] {
  const obstacles = both(measured.candidate.obstacles, measured.base.obstacles);
  return obstacles.length > 0 ? obstacles : both(candidate.invalid, base.invalid);
}

/** What holds for both alike is said once, and of neither. */
function both(candidate: readonly Warning[], base: readonly Warning[]): Warning[] {
  const own = unsaid(candidate, base);
  return [
    ...unsaid(candidate, own),
    ...named("candidate", own),
    ...named("base", unsaid(base, candidate)),
  ];
}

/** Neither side is worth anything without the other: what spoils one spoils the run. `gated`: ids of gating cells. */
export function duetRunFrom(measured: MeasuredDuet, gated: ReadonlySet<string>): WorkloadRun {
  const candidate = workloadRunFrom(measured.candidate, gated);
  const base = workloadRunFrom(measured.base, gated);
  const rounds = roundsOf(measured);
  return {
    ...candidate,
    warnings: [
      ...candidate.warnings,
      ...cutWarnings(measured),
      ...fewWarnings(rounds),
      ...named("base", unsaid(base.warnings, candidate.warnings)),
    ],
    invalid: faultsOf(measured, candidate, base),
    duet: {
      endpoint: measured.endpoint,
      first: measured.first.slice(0, rounds.length),
      rounds,
      base,
    },
  };
}
