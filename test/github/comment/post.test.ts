// The sticky comment against a GitHub of our own: found, updated, posted anew, and never at the verdict's cost.
import { afterEach, describe, expect, test } from "vitest";
import { formatBody, parseBody, type Section } from "../../../src/github/comment/body.ts";
import { type CommentRequest, postComment } from "../../../src/github/comment/post.ts";
import type { SectionState } from "../../../src/github/comment/state.ts";
import {
  actionsBot,
  commentsApi,
  type FakeComment,
  type User,
} from "../../support/fake-github/comments.ts";
import type { Fault } from "../../support/fake-github/faults.ts";
import { serveGitHub, workflowToken } from "../../support/fake-github/github.ts";
import { HastyClock } from "../../support/hasty-clock.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const chatter = (id: number, body = "nice"): FakeComment => ({
  id,
  issue: 7,
  body,
  user: { login: "mallory", type: "User" },
});

const section = (state: Partial<SectionState> = {}, text = "### old"): Section => ({
  state: { name: "default", run: { id: 90, attempt: 1 }, sha: "aaa", verdict: "passed", ...state },
  text,
});
const bodyOf = (...sections: Section[]) => formatBody({ posting: 1, sections });
const ours = (id: number, body = bodyOf(section())): FakeComment => ({
  id,
  issue: 7,
  body,
  user: actionsBot,
});

interface Options {
  readonly faults?: readonly Fault[];
  readonly request?: Partial<CommentRequest>;
  readonly users?: Record<string, User>;
  readonly locked?: readonly number[];
}

const rights = { "pull-requests": "write" } as const;

async function post(comments: FakeComment[], options: Options = {}) {
  const { faults = [], users = {}, locked = [] } = options;
  const api = commentsApi(comments, { users, locked });
  const tokens = { [workflowToken]: rights, pat_robot: rights, ghs_app: rights, ghs_fork: {} };
  const github = await serveGitHub(api.routes, { tokens });
  closing.push(github.close);
  for (const fault of faults) github.fail(fault);
  const said: string[] = [];
  const clock = new HastyClock();
  const outcome = await postComment({
    apiUrl: github.apiUrl,
    token: workflowToken,
    repository: "acme/app",
    pullRequest: 7,
    signal: new AbortController().signal,
    patience: 400,
    clock,
    say: (line) => void said.push(line),
    name: "default",
    run: { id: 100, attempt: 1 },
    sha: "f00ba42",
    verdict: "passed",
    slowed: [],
    runUrl: undefined,
    render: (_, past) => (past ? `### new, since ${past.healedAt}` : "### new"),
    ...options.request,
  });
  const calls = github.calls.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
  return { outcome, comments, calls, said, waited: clock.now() / 1_000_000 };
}

const written = bodyOf(section({ run: { id: 100, attempt: 1 }, sha: "f00ba42" }, "### new"));
const bodies = (comments: readonly FakeComment[]) => comments.map(({ body }) => body);

describe("one comment per pull request", () => {
  test("is created where there is none", async () => {
    const { outcome, comments, calls } = await post([chatter(1)]);
    expect(bodies(comments)).toEqual(["nice", written]);
    expect(outcome.warnings).toEqual([]);
    expect(outcome.url).toBe("https://github.example/acme/app/pull/7#issuecomment-1001");
    expect(calls).toEqual(["GET comments", "POST comments", "GET comments"]);
  });

  test("is updated in place where there is one, in three calls", async () => {
    const { comments, calls } = await post([chatter(1), ours(2)]);
    expect(bodies(comments)).toEqual(["nice", written]);
    expect(calls).toEqual(["GET comments", "PATCH 2", "GET comments"]);
  });

  test("is found on a later page", async () => {
    const many = Array.from({ length: 235 }, (_, index) => chatter(index + 1));
    const { comments } = await post([...many, ours(500), chatter(501)]);
    expect(comments.find(({ id }) => id === 500)?.body).toBe(written);
    expect(comments).toHaveLength(237);
  });

  test("holds the section of another gate as it was", async () => {
    const other = section({ name: "nightly", verdict: "regressed" }, "### theirs\n\n| a |");
    const { comments } = await post([ours(2, bodyOf(other))]);
    expect(comments).toHaveLength(1);
    expect(parseBody(comments[0]?.body ?? "")?.sections).toEqual([
      other,
      section({ run: { id: 100, attempt: 1 }, sha: "f00ba42" }, "### new"),
    ]);
  });

  test("is what is left of two, the older one, with the sections of both", async () => {
    const [a, b] = [section({ name: "a" }), section({ name: "b" })];
    const { comments, calls } = await post([ours(2, bodyOf(a)), ours(3, bodyOf(b))]);
    expect(comments.map(({ id }) => id)).toEqual([2]);
    const names = parseBody(comments[0]?.body ?? "")?.sections.map(({ state }) => state.name);
    expect(names).toEqual(["a", "b", "default"]);
    expect(calls).not.toContain("POST comments");
  });

  test("is posted anew when it was deleted after it was listed", async () => {
    const fault = { how: 404, method: "PATCH" };
    const { comments, outcome } = await post([ours(2)], { faults: [fault] });
    expect(comments.at(-1)?.body).toBe(written);
    expect(outcome.warnings).toEqual([]);
  });
});

describe("a verdict that changes", () => {
  const red = section({ verdict: "regressed" });
  const worse = {
    verdict: "regressed",
    slowed: [{ workload: "w", cell: "ttft.p95", change: 0.3 }],
  } as const;

  test("for the worse is posted anew, so that people are told, and the old comment goes", async () => {
    const { comments, calls } = await post([ours(2), chatter(5)], { request: worse });
    expect(comments.map(({ id }) => id)).toEqual([5, 1001]);
    expect(comments[1]?.body).toMatch(/^<!-- latency-gate:v1 posting=2 -->/);
    expect(calls).toEqual(["GET comments", "POST comments", "DELETE 2", "GET comments"]);
  });

  test.each([
    ["stays red", ours(2, bodyOf(red)), worse],
    ["gets better", ours(2, bodyOf(red)), {}],
    [
      "is as bad as another gate's already is",
      ours(2, bodyOf(section({ name: "b", verdict: "regressed" }))),
      worse,
    ],
  ] as const)("that %s is updated in place", async (_, comment, request) => {
    const { comments } = await post([{ ...comment }], { request });
    expect(comments.map(({ id }) => id)).toEqual([2]);
  });

  test("from red to green tells since which commit, and goes on telling it", async () => {
    const slowdown = {
      slowed: [{ workload: "w", cell: "ttft.p95" as const, change: 0.3 }],
      at: "aaa",
    };
    const { comments } = await post([ours(2, bodyOf(section({ verdict: "regressed", slowdown })))]);
    expect(comments[0]?.body).toContain("### new, since f00ba42");
    const later = { run: { id: 101, attempt: 1 }, sha: "bbb" };
    const again = await post(comments, { request: later });
    expect(again.comments[0]?.body).toContain("### new, since f00ba42");
  });
});

describe("whose comment it is", () => {
  const spoofed = bodyOf(section({ run: { id: 99_999_999, attempt: 1 } }));
  const spoofs: [string, FakeComment][] = [
    ["a user pasted our first line", chatter(1, spoofed)],
    [
      "another bot quotes it",
      { ...ours(1, `quote: ${spoofed}`), user: { login: "other[bot]", type: "Bot" } },
    ],
    ["another bot begins with it", { ...ours(1, spoofed), user: { login: "x[bot]", type: "Bot" } }],
    ["we quote it further down", ours(1, `summary\n${spoofed}`)],
    [
      "a user is named like the bot",
      { ...ours(1, spoofed), user: { login: "github-actions[bot]", type: "User" } },
    ],
    ["its author is gone", { ...ours(1, spoofed), user: null }],
  ];
  test.each(spoofs)("not ours when %s", async (_, comment) => {
    const before = comment.body;
    const { comments } = await post([comment]);
    expect(bodies(comments)).toEqual([before, written]);
  });

  const check = async (token: string, user: User) => {
    const mine = { ...ours(2), user };
    const { comments } = await post([ours(1), mine], {
      request: { token },
      users: { [token]: user },
    });
    expect(bodies(comments)).toEqual([bodyOf(section()), written]);
  };
  test("a personal token finds the comments of its own user", () =>
    check("pat_robot", { login: "robot", type: "User" }));
  test("an app's token finds those of its app", () =>
    check("ghs_app", { login: "my-app[bot]", type: "Bot" }));

  test.each<[string, User]>([
    ["pat_robot", { login: "robot", type: "User" }],
    ["ghs_app", { login: "my-app[bot]", type: "Bot" }],
  ])("%s's first comment is its own, and nobody is asked for that", async (token, user) => {
    const options = { request: { token }, users: { [token]: user } };
    const { comments, calls } = await post([chatter(1)], options);
    expect(bodies(comments)).toEqual(["nice", written]);
    expect(calls).toEqual(["GET comments", "POST comments", "GET comments"]);
    const again = { ...options.request, run: { id: 101, attempt: 1 } };
    await post(comments, { ...options, request: again });
    expect(comments).toHaveLength(2);
  });

  test("GraphQL is asked only where another bot's comment begins as ours", async () => {
    expect((await post([ours(2)])).calls).not.toContain("POST graphql");
    const other = { ...ours(1), user: { login: "x[bot]", type: "Bot" } } as const;
    expect((await post([other, ours(2)])).calls).toContain("POST graphql");
  });

  test("where there is no GraphQL it is the workflow's own bot", async () => {
    const other = { ...ours(1, spoofed), user: { login: "x[bot]", type: "Bot" } } as const;
    const faults = [{ how: 404, path: /graphql/ }];
    const { comments } = await post([other, ours(2)], { faults });
    expect(bodies(comments)).toEqual([spoofed, written]);
  });
});

describe("runs that overtake each other", () => {
  const check = async (run: { id: number; attempt: number }, updated: boolean) => {
    const existing = bodyOf(section({ run }));
    const { comments, outcome } = await post([ours(2, existing)]);
    expect(bodies(comments)).toEqual([updated ? written : existing]);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(updated ? [] : ["comment-superseded"]);
  };
  test("an older run never overwrites a newer one", () => check({ id: 101, attempt: 1 }, false));
  test("nor an older attempt of the same run", () => check({ id: 100, attempt: 2 }, false));
  test("the same run and attempt may write again", () => check({ id: 100, attempt: 1 }, true));
  test("ids are compared as numbers", () => check({ id: 99, attempt: 1 }, true));
  test("a section that yields leaves what the same run has said, without a word", async () => {
    const existing = bodyOf(section({ run: { id: 100, attempt: 1 } }));
    const { comments, outcome } = await post([ours(2, existing)], { request: { yields: true } });
    expect(bodies(comments)).toEqual([existing]);
    expect(outcome.warnings).toEqual([]);
  });
});

describe("what passes by itself is waited for", () => {
  test("a secondary rate limit, which is a 403 without a time: a minute", async () => {
    const message =
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    const how = { status: 403, json: { message } };
    const { comments, outcome, calls, said, waited } = await post([], {
      faults: [{ how, method: "POST", path: /comments$/, times: 1 }],
    });
    expect(bodies(comments)).toEqual([written]);
    expect(outcome.warnings).toEqual([]);
    expect(calls.filter((call) => call === "POST comments")).toHaveLength(2);
    expect(waited).toBeGreaterThanOrEqual(60);
    expect(waited).toBeLessThan(70);
    expect(said).toEqual([expect.stringMatching(/^Waiting 60 s to comment: HTTP 403/)]);
  });

  test("the time that GitHub asks for", async () => {
    const how = { status: 429, json: { message: "slow down" }, headers: { "retry-after": "17" } };
    const { waited } = await post([], {
      faults: [{ how, method: "POST", path: /comments$/, times: 1 }],
    });
    expect(waited).toBeGreaterThanOrEqual(17);
    expect(waited).toBeLessThan(25);
  });

  test("not an hour", async () => {
    const headers = {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "4000003600",
      date: new Date(4_000_000_000_000).toUTCString(),
    };
    const how = { status: 403, json: { message: "API rate limit exceeded" }, headers };
    const { outcome, waited } = await post([], { faults: [{ how, path: /comments$/ }] });
    expect(waited).toBe(0);
    expect(outcome.warnings[0]?.message).toMatch(/rate limit; it passes by itself/);
  });

  test.each([500, 502, 503, "reset", "hang"] as const)("%s, once at every call", async (how) => {
    for (const method of ["GET", "PATCH"]) {
      const { comments, outcome } = await post([ours(2)], { faults: [{ how, method, times: 1 }] });
      expect(bodies(comments)).toEqual([written]);
      expect(outcome.warnings).toEqual([]);
    }
  });

  test("a creation that failed is looked for before it is tried again", async () => {
    const { comments, calls } = await post([], {
      faults: [{ how: 502, method: "POST", path: /comments$/, times: 1 }],
    });
    expect(bodies(comments)).toEqual([written]);
    expect(calls).toEqual([
      "GET comments",
      "POST comments",
      "GET comments",
      "POST comments",
      "GET comments",
    ]);
  });

  test("nothing once the job is cancelled", async () => {
    const { outcome, calls } = await post([], { request: { signal: AbortSignal.abort() } });
    expect(outcome.warnings[0]?.message).toMatch(/cancelled/);
    expect(calls).toEqual([]);
  });
});

describe("what goes wrong becomes a warning", () => {
  const check = async (how: Fault["how"], words: RegExp) => {
    for (const method of ["GET", "PATCH"]) {
      const { outcome, comments } = await post([ours(2)], { faults: [{ how, method }] });
      expect(outcome.url).toBeUndefined();
      expect(outcome.warnings.map(({ code }) => code)).toEqual(["comment-failed"]);
      expect(outcome.warnings[0]?.message).toMatch(words);
      expect(outcome.warnings[0]?.message).toMatch(/The job summary carries the report\.$/);
      expect(bodies(comments)).toEqual([bodyOf(section())]);
    }
  };
  test("a missing permission, with what to do about it, at once", async () => {
    await check(403, /HTTP 403: Resource not accessible by integration.*pull-requests: write/);
    const { calls } = await post([], { request: { token: "ghs_fork" } });
    expect(calls).toEqual(["GET comments"]);
  });
  test("an invalid request", () => check(422, /HTTP 422: Validation Failed/));
  test("their side in trouble for good", () => check(500, /HTTP 500/));
  test("a rate limit that stays", () => check(429, /rate limit/));
  test("a pull request that is not there", async () => {
    const { outcome } = await post([], { faults: [{ how: 404, method: "GET" }] });
    expect(outcome.warnings[0]?.message).toMatch(/does not see this pull request/);
  });
  test("a locked conversation", async () => {
    const { outcome } = await post([], { locked: [7] });
    expect(outcome.warnings[0]?.message).toMatch(/issue is locked.*\(its conversation is locked\)/);
  });
  test("duplicates that cannot be removed; the comment is there all the same", async () => {
    const { outcome, comments } = await post([ours(2), ours(3)], {
      faults: [{ how: 403, method: "DELETE" }],
    });
    expect(comments[0]?.body).toBe(written);
    expect(outcome.url).toMatch(/issuecomment-2$/);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["comment-failed"]);
  });
  test("an API that nobody answers", async () => {
    const { outcome } = await post([], { request: { apiUrl: "http://127.0.0.1:1" } });
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["comment-failed"]);
  });
});
