// Pull requests, the history of their labels and when their commits first ran, as the fake GitHub keeps them.
import { type Exchange, ok, paged, type Route } from "./exchange.ts";

export interface FakePull {
  readonly number: number;
  readonly state: "open" | "closed";
  readonly merged_at: string | null;
  readonly merge_commit_sha: string | null;
  readonly labels: readonly { readonly name: string }[];
  readonly head: {
    readonly sha: string;
    readonly ref: string;
    readonly label: string;
    readonly repo: { readonly full_name: string } | null;
  };
}

export interface FakeIssueEvent {
  readonly issue: number;
  readonly event: string;
  readonly created_at: string;
  readonly label?: { readonly name: string };
  readonly actor?: { readonly login: string } | null;
}

export interface FirstRun {
  readonly head_sha: string;
  readonly created_at: string;
  /** Of which branch of which repository; left out where it does not matter. */
  readonly head_branch?: string;
  readonly head_repository?: { readonly full_name: string };
}

/** An open one of bob's fork. */
export function aPull(
  head: Partial<FakePull["head"]> = {},
  overrides: Partial<Omit<FakePull, "head">> = {},
): FakePull {
  const repo = head.repo === undefined ? { full_name: "bob/app" } : head.repo;
  const ref = head.ref ?? "patch-1";
  return {
    number: 7,
    state: "open",
    merged_at: null,
    merge_commit_sha: null,
    labels: [],
    ...overrides,
    head: {
      sha: "abc".padEnd(40, "0"),
      label: `${repo?.full_name.split("/")[0]}:${ref}`,
      ...head,
      ref,
      repo,
    },
  };
}

export interface PullsState {
  readonly pulls: FakePull[];
  readonly events: FakeIssueEvent[];
  readonly runs: FirstRun[];
}

const base = "/repos/:owner/:repo";

export function pullsRoutes({ pulls, events, runs }: PullsState): Route[] {
  const list = (exchange: Exchange) => {
    const { query } = exchange;
    const found = pulls.filter(
      ({ state, head }) =>
        state === (query.get("state") ?? "open") &&
        (query.get("head") === null || query.get("head") === head.label),
    );
    return paged(exchange, found);
  };
  const ofCommit = (exchange: Exchange) => {
    const { sha } = exchange.params;
    return paged(
      exchange,
      pulls.filter((pull) => pull.merge_commit_sha === sha || pull.head.sha === sha),
    );
  };
  const eventsOf = (exchange: Exchange) => {
    const issue = Number(exchange.params["number"]);
    return paged(
      exchange,
      events.filter((each) => each.issue === issue),
    );
  };
  const runsOf = ({ query }: Exchange) => {
    const found = runs.filter(({ head_sha }) => head_sha === query.get("head_sha"));
    return ok({ total_count: found.length, workflow_runs: found });
  };
  const read = ["pull-requests:read"];
  return [
    { method: "GET", path: `${base}/pulls`, needs: read, answer: list },
    { method: "GET", path: `${base}/commits/:sha/pulls`, needs: read, answer: ofCommit },
    { method: "GET", path: `${base}/issues/:number/events`, needs: read, answer: eventsOf },
    { method: "GET", path: `${base}/actions/runs`, needs: ["actions:read"], answer: runsOf },
  ];
}
