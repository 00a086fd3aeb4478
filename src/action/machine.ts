// Machine: what the action takes from where it runs; a test gives it virtual time and an endpoint of its own.
import { type Clock, systemClock } from "../clock.ts";
import type { Patience } from "../github/api/patience.ts";
import type { MeasurePorts } from "../measure/task.ts";
import { measurePorts, stopSignal, type World, wallClock } from "../ports.ts";

export interface Machine {
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  readonly measurePorts: (world: World) => MeasurePorts;
  readonly stopSignal: (onStop: () => void) => AbortSignal;
  /** With GitHub; the usual one unless said. */
  readonly patience?: Patience | undefined;
}

export const thisMachine: Machine = { clock: systemClock, wallClock, measurePorts, stopSignal };
