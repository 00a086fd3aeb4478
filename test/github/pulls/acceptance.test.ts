// Who accepted a slowdown, and of which commit: labels outlive commits, and trailers do not.
import { afterEach, describe, expect, test } from "vitest";
import { restOf } from "../../../src/github/api/rest.ts";
import { agreementOn } from "../../../src/github/pulls/acceptance.ts";
import { landedAccepted } from "../../../src/github/pulls/landed.ts";
import { reasonInMessage, reasonInText } from "../../../src/github/pulls/trailer.ts";
import { contextFrom } from "../../../src/github/runner/context.ts";
import { gitRoutes, gitState } from "../../support/fake-github/git.ts";
import { serveGitHub, workflowToken } from "../../support/fake-github/github.ts";
import {
  aPull,
  type FakeIssueEvent,
  type FakePull,
  type FirstRun,
  pullsRoutes,
} from "../../support/fake-github/pulls.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const head = "a".repeat(40);
const landed = "c".repeat(40);
const label = "latency-accepted";

const labelled = (event: string, minute: number, name = label): FakeIssueEvent => ({
  issue: 7,
  event,
  created_at: `2026-12-01T12:${String(minute).padStart(2, "0")}:00Z`,
  label: { name },
  actor: { login: "octocat" },
});

interface World {
  readonly message?: string;
  readonly events?: FakeIssueEvent[];
  readonly pulls?: FakePull[];
  readonly landedMessage?: string;
  readonly runs?: readonly FirstRun[];
}

async function world({
  message = "work",
  events = [],
  pulls = [],
  landedMessage = "merge",
  // The head was pushed at 12:10.
  runs = [{ head_sha: head, created_at: "2026-12-01T12:10:00Z" }],
}: World) {
  const git = gitState();
  git.addCommit({ sha: head, parents: [], message });
  git.addCommit({ sha: landed, parents: [head], message: landedMessage });
  const routes = [...pullsRoutes({ pulls, events, runs: [...runs] }), ...gitRoutes(git)];
  const github = await serveGitHub(routes);
  closing.push(github.close);
  return { rest: restOf({ apiUrl: github.apiUrl, token: workflowToken }), github };
}

const pullRequest = {
  number: 7,
  body: "",
  head: { sha: head, repo: { full_name: "acme/app" } },
  base: { sha: "b".repeat(40), ref: "main" },
};
const env = {
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_REPOSITORY: "acme/app",
  GITHUB_HEAD_REF: "feature",
};

async function agreement(given: World, payload: object = {}) {
  const { rest } = await world(given);
  const context = contextFrom(env, { pull_request: pullRequest, ...payload });
  return agreementOn(context, label, rest);
}

describe("a label", () => {
  const given = { by: "label", name: label, reason: "agreed to by octocat" };
  const check = async (events: FakeIssueEvent[], expected: object) =>
    expect(await agreement({ events })).toEqual(expected);

  test("accepts the commit that was the head when it was given", () =>
    check([labelled("labeled", 12)], { acceptance: given }));
  test("that stayed from an earlier commit does not, and that is said", () =>
    check([labelled("labeled", 5)], { stale: true }));
  test.each<[string, Partial<FirstRun>]>([
    ["another branch", { head_branch: "next" }],
    ["a fork's branch of the same name", { head_repository: { full_name: "bob/app" } }],
  ])("that was given before the commit came here from %s does not", async (_, elsewhere) => {
    const here = { head_branch: "feature", head_repository: { full_name: "acme/app" } };
    const ran = (minute: number, where: Partial<FirstRun>) => ({
      head_sha: head,
      created_at: `2026-12-01T12:${minute}:00Z`,
      ...here,
      ...where,
    });
    const runs = [ran(10, elsewhere), ran(20, {})];
    const of = async (minute: number) => agreement({ runs, events: [labelled("labeled", minute)] });
    expect(await of(15)).toEqual({ stale: true });
    expect(await of(25)).toEqual({ acceptance: given });
  });
  test("that was given again does", () =>
    check([labelled("labeled", 5), labelled("unlabeled", 11), labelled("labeled", 12)], {
      acceptance: given,
    }));
  test("that was taken away does not", () =>
    check([labelled("labeled", 12), labelled("unlabeled", 13)], { stale: false }));
  test("of another name does not", () => check([labelled("labeled", 12, "bug")], { stale: false }));
  test("is found after more than a page of other events", () => {
    const chatter = Array.from({ length: 150 }, () => labelled("labeled", 11, "bug"));
    return check([...chatter, labelled("labeled", 12)], { acceptance: given });
  });

  test("that was given just now needs no looking up", async () => {
    const { rest, github } = await world({});
    const payload = { action: "labeled", label: { name: label }, sender: { login: "mona" } };
    const context = contextFrom(env, { pull_request: pullRequest, ...payload });
    const found = await agreementOn(context, label, rest);
    expect(found.acceptance?.reason).toBe("agreed to by mona");
    expect(github.calls).toEqual([]);
  });

  test("that was taken away since does not, when the job of its event is run again", async () => {
    const { rest } = await world({ events: [labelled("labeled", 12), labelled("unlabeled", 13)] });
    const payload = { action: "labeled", label: { name: label }, sender: { login: "mona" } };
    const again = { ...env, GITHUB_RUN_ATTEMPT: "2" };
    const context = contextFrom(again, { pull_request: pullRequest, ...payload });
    expect(await agreementOn(context, label, rest)).toEqual({ stale: false });
  });

  test("takes its reason from the description", async () => {
    const body = "Longer prompt.\r\n\r\nLatency-Accepted: longer system prompt, agreed\r\nmore";
    const payload = { pull_request: { ...pullRequest, body } };
    const found = await agreement({ events: [labelled("labeled", 12)] }, payload);
    expect(found.acceptance?.reason).toBe("longer system prompt, agreed");
  });
});

describe("a trailer", () => {
  test("of the head commit accepts it, with its reason", async () => {
    const found = await agreement({
      message: "feat: x\n\nbody\n\nLatency-Accepted: worth it\nSigned-off-by: a",
    });
    expect(found).toEqual({
      acceptance: { by: "trailer", name: "Latency-Accepted", reason: "worth it" },
    });
  });

  const messages: [message: string, reason: string | undefined][] = [
    ["feat\n\nLatency-Accepted: why", "why"],
    ["feat\n\nlatency-accepted:\twhy not  ", "why not"],
    ["feat\r\n\r\nLatency-Accepted: why\r\n", "why"],
    ["feat\n\nLatency-Accepted:", undefined],
    ["feat\n\nLatency-Accepted:\nSigned-off-by: a", undefined],
    ["Latency-Accepted: a subject is no trailer", undefined],
    ["feat\n\nLatency-Accepted: no\n\nlast paragraph", undefined],
    ["feat\n\n  Latency-Accepted: quoted", undefined],
  ];
  test.each(messages)("in %j is %s", (message, reason) => {
    expect(reasonInMessage(message)).toBe(reason);
  });

  test("in a description may stand anywhere on its own line", () => {
    expect(reasonInText("a\nLatency-Accepted: b\nc")).toBe("b");
    expect(reasonInText("see Latency-Accepted: b")).toBeUndefined();
  });
});

describe("a push to main", () => {
  const merged = (labels: string[] = []) =>
    aPull(
      { sha: head },
      {
        state: "closed",
        merged_at: "2026-12-01T12:30:00Z",
        merge_commit_sha: landed,
        labels: labels.map((name) => ({ name })),
      },
    );
  const check = async (given: World, expected: boolean, changes: object = {}) => {
    const { rest } = await world(given);
    const push = {
      GITHUB_EVENT_NAME: "push",
      GITHUB_REPOSITORY: "acme/app",
      GITHUB_REF: "refs/heads/main",
      GITHUB_SHA: landed,
      ...changes,
    };
    const context = contextFrom(push, { repository: { default_branch: "main" } });
    expect(await landedAccepted(context, label, rest)).toBe(expected);
  };

  test("brings what the label accepted", () =>
    check({ pulls: [merged([label])], events: [labelled("labeled", 12)] }, true));
  test("not what it accepted of an earlier commit", () =>
    check({ pulls: [merged([label])], events: [labelled("labeled", 5)] }, false));
  test("brings what the head commit's trailer accepted", () =>
    check({ pulls: [merged()], message: "a\n\nLatency-Accepted: b" }, true));
  test("brings what its own trailer accepts, squashed", () =>
    check({ landedMessage: "a (#7)\n\nLatency-Accepted: b" }, true));
  test("brings nothing of the kind otherwise", () => check({ pulls: [merged()] }, false));
  test("brings nothing of a pull request that is not merged by it", () => {
    const other = { ...merged([label]), merge_commit_sha: "d".repeat(40) };
    return check({ pulls: [other], events: [labelled("labeled", 12)] }, false);
  });
  test("is no schedule: that one lands nothing", () =>
    check({ landedMessage: "a\n\nLatency-Accepted: b" }, false, { GITHUB_EVENT_NAME: "schedule" }));
});
