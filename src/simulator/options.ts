// SimulatorOptions: how the built-in endpoint behaves, and its defaults.
import { fromMilliseconds, fromSeconds, type Micros, micros } from "../time.ts";

/** The APIs that the simulator speaks, named as the workload's `api` is. */
export type SimulatedApi =
  | "openai-chat"
  | "openai-completions"
  | "openai-responses"
  | "anthropic-messages"
  | "ollama-chat";

/**
 * Spread as a coefficient of variation (0.1 = 10 %): a lognormal factor with mean 1.
 * `ttft` and `tpot` are drawn once per request, `gap` once per token.
 */
interface Jitter {
  readonly ttft: number;
  readonly tpot: number;
  readonly gap?: number | undefined;
}

/** What `set` may change while the simulator runs; it holds for requests that arrive afterwards. */
export interface Behaviour {
  /** From the arrival of the request's last byte (or from its slot, if it had to wait) to the first token. */
  readonly ttft: Micros;
  /** From one token to the next. */
  readonly tpot: Micros;
  /** From the last token to the end of the response; 0 sends both in one write. */
  readonly tail: Micros;
  /** Where the simulated model ends by itself; absent: at the request's own maximum. `ignore_eos` has no effect. */
  readonly tokens?: number | undefined;
  /** The first token goes out alone, then one event per so many tokens, when the last of them is due. */
  readonly tokensPerEvent: number;
  readonly jitter: Jitter;
  /** Shares of requests; each is drawn from the seed and the request's number. */
  readonly errorRate: number;
  /** What those are answered; 429 and 503 refuse them for load. */
  readonly errorStatus: number;
  /** Share of requests that pause once for `stallDuration` amid their output. */
  readonly stallRate: number;
  readonly stallDuration: Micros;
  /** Share of streams whose connection breaks after some output. */
  readonly truncateRate: number;
  /** Share of requests whose connection breaks before any byte of the answer. */
  readonly dropRate: number;
  /** Requests answered at a time; the others wait in order of arrival. Absent: no limit. */
  readonly slots?: number | undefined;
  readonly model: string;
  /** Refuse any other model with 404. */
  readonly strictModel: boolean;
  /** Refuse requests without this key with 401. */
  readonly apiKey?: string | undefined;
  /** Answer only this API; the paths of the others are 404. */
  readonly api?: SimulatedApi | undefined;
  /** Answer every request for output with this status at once. */
  readonly status?: number | undefined;
  /** Complete answers without any output. */
  readonly emptyOutput: boolean;
  readonly omitUsage: boolean;
  /** The body of `GET /version`. */
  readonly version: string;
  /** Send the response head (and the role-only event) when the request arrives, not with the first token. */
  readonly headersEarly: boolean;
  /** Close the connection after each answer. */
  readonly closeConnections: boolean;
  readonly seed: number;
}

export interface SimulatorOptions extends Partial<Behaviour> {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** How many of the newest requests the log keeps; 0 switches it off. */
  readonly logRequests?: number;
}

export const defaultBehaviour: Behaviour = {
  ttft: fromMilliseconds(300),
  tpot: fromMilliseconds(20),
  tail: micros(0),
  tokensPerEvent: 1,
  jitter: { ttft: 0, tpot: 0 },
  errorRate: 0,
  errorStatus: 500,
  stallRate: 0,
  stallDuration: fromSeconds(10),
  truncateRate: 0,
  dropRate: 0,
  model: "simulated",
  strictModel: false,
  emptyOutput: false,
  omitUsage: false,
  version: '{"version":"simulated"}',
  headersEarly: true,
  closeConnections: false,
  seed: 1,
};
