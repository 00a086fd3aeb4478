// The sticky comment against a small GitHub of our own: found, updated, posted again, and never at the verdict's cost.
import { afterEach, describe, expect, test } from "vitest";
import { type CommentRequest, postComment } from "../../src/github/comment.ts";
import { markerOf } from "../../src/github/marker.ts";
import { actionsBot, type FakeComment, type Faults, fakeGithub } from "./fake-comments.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const marker = (id: number, attempt = 1) =>
  markerOf({ name: "latency-gate", run: { id, attempt }, headSha: "abc123" });

const chatter = (id: number): FakeComment => ({
  id,
  body: "nice",
  user: { login: "mallory", type: "User" },
});
const ours = (id: number, body = `${marker(90)}\nold`): FakeComment => ({
  id,
  body,
  user: actionsBot,
});

async function post(
  comments: FakeComment[],
  options: { faults?: Faults; request?: Partial<CommentRequest> } = {},
) {
  const github = await fakeGithub(comments, options.faults);
  closing.push(github.close);
  const outcome = await postComment({
    apiUrl: github.apiUrl,
    token: "ghs_default",
    repository: "acme/app",
    pullRequest: 7,
    name: "latency-gate",
    run: { id: 100, attempt: 1 },
    headSha: "f00ba42",
    body: "### new",
    ...options.request,
  });
  return { outcome, comments, calls: github.calls };
}

const written = `${markerOf({ name: "latency-gate", run: { id: 100, attempt: 1 }, headSha: "f00ba42" })}\n### new`;

describe("one comment per pull request", () => {
  test("is created where there is none, with the marker on its first line", async () => {
    const { outcome, comments } = await post([chatter(1)]);
    expect(comments.map(({ body }) => body)).toEqual(["nice", written]);
    expect(outcome).toEqual({
      url: "https://github.example/acme/app/pull/7#issuecomment-1001",
      warnings: [],
    });
  });

  test("is updated in place where there is one", async () => {
    const { comments, calls } = await post([chatter(1), ours(2)]);
    expect(comments.map(({ body }) => body)).toEqual(["nice", written]);
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  test("is found on a later page", async () => {
    const many = Array.from({ length: 235 }, (_, index) => chatter(index + 1));
    const { comments, calls } = await post([...many, ours(500), chatter(501)]);
    expect(comments.find(({ id }) => id === 500)?.body).toBe(written);
    expect(calls.filter((call) => call.startsWith("GET"))).toHaveLength(3);
  });

  test("is another for another gate of the same repository", async () => {
    const { comments } = await post([ours(2)], { request: { name: "latency-gate-nightly" } });
    expect(comments).toHaveLength(2);
    expect(comments[0]?.body).toBe(`${marker(90)}\nold`);
  });

  test("is posted anew when it was deleted after it was listed", async () => {
    const deleted = { status: 404, message: "Not Found" };
    const { comments, outcome } = await post([ours(2)], { faults: { update: deleted } });
    expect(comments.at(-1)?.body).toBe(written);
    expect(outcome.warnings).toEqual([]);
  });
});

describe("whose comment it is", () => {
  const spoofs: [string, FakeComment][] = [
    ["a user pasted our marker", { ...chatter(1), body: `${marker(99999999)}\nhi` }],
    [
      "another bot quotes it",
      { id: 1, body: `quote: ${marker(1)}`, user: { login: "other[bot]", type: "Bot" } },
    ],
    [
      "another bot begins with it",
      { id: 1, body: marker(1), user: { login: "x[bot]", type: "Bot" } },
    ],
    ["we quote it further down", ours(1, `summary\n${marker(1)}`)],
    [
      "a user is named like the bot",
      { id: 1, body: marker(1), user: { login: "github-actions[bot]", type: "User" } },
    ],
  ];
  test.each(spoofs)("not ours when %s", async (_, comment) => {
    const before = comment.body;
    const { comments } = await post([comment]);
    expect(comments.map(({ body }) => body)).toEqual([before, written]);
  });

  test("a personal token finds the comments of its own user", async () => {
    const mine = { ...ours(2), user: { login: "robot", type: "User" } };
    const { comments } = await post([ours(1), mine], { request: { token: "pat_robot" } });
    expect(comments.map(({ body }) => body)).toEqual([`${marker(90)}\nold`, written]);
  });
});

describe("runs that overtake each other", () => {
  const check = async (existing: string, updated: boolean) => {
    const { comments, outcome } = await post([ours(2, existing)]);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toBe(updated ? written : existing);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(updated ? [] : ["comment-superseded"]);
  };
  test("an older run never overwrites a newer one", () => check(marker(101), false));
  test("nor an older attempt of the same run", () => check(marker(100, 2), false));
  test("the same run and attempt may write again", () => check(marker(100), true));
  test("ids are compared as numbers", () => check(marker(99), true));
  test("a marker without a run is replaced", () =>
    check("<!-- latency-gate:v1:latency-gate nonsense -->", true));
});

describe("what goes wrong becomes a warning", () => {
  const check = async (faults: Faults, words: string) => {
    const { outcome, comments } = await post([ours(2)], { faults });
    expect(outcome.url).toBeUndefined();
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["comment-failed"]);
    expect(outcome.warnings[0]?.message).toContain(words);
    expect(comments).toHaveLength(1);
  };
  test("listing is refused", () =>
    check(
      { list: { status: 403, message: "Resource not accessible by integration" } },
      "HTTP 403: Resource not accessible by integration",
    ));
  test("with what to do about it", () =>
    check({ list: { status: 403, message: "Forbidden" } }, "pull-requests: write"));
  test("updating fails on their side", () =>
    check({ update: { status: 500, message: "Server Error" } }, "HTTP 500"));
  test("creating is refused after a deletion", () =>
    check(
      {
        update: { status: 404, message: "Not Found" },
        create: { status: 422, message: "body is too long" },
      },
      "HTTP 422",
    ));
  test("nobody answers", async () => {
    const { outcome } = await post([], { request: { apiUrl: "http://127.0.0.1:1" } });
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["comment-failed"]);
  });
});
