// Unequal: what tells that the two endpoints of a duet are not placed alike, so that more than the commit differs.
import type { WorkloadRun } from "../../metrics/run.ts";
import { type Warning, warning } from "../../warning.ts";

/** What one endpoint's requests told of where it is. */
export interface Placed {
  /** Scheme, host and path. */
  readonly endpoint: string;
  readonly run: Pick<WorkloadRun, "client" | "counts" | "servedBy">;
}

/** Connecting times nearer to each other than this, or than twice, say nothing of the way. */
const connectToleranceMs = 1;
const connectFactor = 2;
/** A connection lost now and then is no property of a placement. */
const freshShare = 0.05;

type Difference = (base: Placed, candidate: Placed) => string | undefined;

const differences: readonly Difference[] = [
  byScheme,
  byLoopback,
  byConnecting,
  byFreshConnections,
  (base, candidate) => byAnswers("the server calls itself", "servers", [base, candidate]),
  (base, candidate) => byAnswers("the model calls itself", "models", [base, candidate]),
  (base, candidate) => byAnswers("the fingerprint is", "fingerprints", [base, candidate]),
];

/** One warning that names all that differs; undefined where nothing does. */
export function unequalPlacement(base: Placed, candidate: Placed): Warning | undefined {
  const found = differences.flatMap((difference) => difference(base, candidate) ?? []);
  if (found.length === 0) return undefined;
  const message = `The two endpoints may differ in more than the change: ${found.join("; ")}.`;
  return warning("placed-unequally", message);
}

/** As people read it: each side by its name. */
function sides(what: string, base: string, candidate: string): string {
  return `${what} ${base} at the base endpoint, ${candidate} here`;
}

function byScheme(base: Placed, candidate: Placed): string | undefined {
  const [before, after] = [schemeOf(base), schemeOf(candidate)];
  return before === after ? undefined : sides("the scheme is", before, after);
}

function schemeOf({ endpoint }: Placed): string {
  return URL.parse(endpoint)?.protocol.replace(":", "") ?? "unknown";
}

function byLoopback(base: Placed, candidate: Placed): string | undefined {
  const [before, after] = [isLoopback(base), isLoopback(candidate)];
  if (before === after) return undefined;
  return `only the ${before ? "base" : "measured"} endpoint runs on the client's own machine`;
}

function isLoopback({ endpoint }: Placed): boolean {
  const host = URL.parse(endpoint)?.hostname ?? "";
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

function byConnecting(base: Placed, candidate: Placed): string | undefined {
  const [before, after] = [base, candidate].map(({ run }) => run.client?.connectP50Ms ?? undefined);
  if (before === undefined || after === undefined) return undefined;
  const [less, more] = [Math.min(before, after), Math.max(before, after)];
  if (more - less <= connectToleranceMs || more <= connectFactor * less) return undefined;
  return sides("connecting takes", `${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`);
}

function byFreshConnections(base: Placed, candidate: Placed): string | undefined {
  const [before = 0, after = 0] = [base, candidate].map(freshShareOf);
  if (Math.min(before, after) > 0 || Math.max(before, after) < freshShare) return undefined;
  return `only the ${before > 0 ? "base" : "measured"} endpoint makes the client connect anew between requests`;
}

function freshShareOf({ run: { client, counts } }: Placed): number {
  return counts.attempted === 0 ? 0 : (client?.freshConnections ?? 0) / counts.attempted;
}

/** What the answers themselves tell; an endpoint that tells nothing is not taken for another. */
function byAnswers(
  what: string,
  part: keyof WorkloadRun["servedBy"],
  placed: readonly [Placed, Placed],
): string | undefined {
  const [before, after] = placed.map(({ run }) => run.servedBy[part]);
  if (!before?.length || !after?.length) return undefined;
  const alike = before.length === after.length && before.every((one) => after.includes(one));
  return alike ? undefined : sides(what, listed(before), listed(after));
}

const mostListed = 3;

function listed(values: readonly string[]): string {
  const more = values.length > mostListed ? ` and ${values.length - mostListed} more` : "";
  return `${values.slice(0, mostListed).join(", ")}${more}`;
}
