// Six jobs that comment at the same moment: whatever the order, one comment is left and holds all their sections.
import { afterAll, describe, expect, test } from "vitest";
import { formatBody, parseBody } from "../../../src/github/comment/body.ts";
import type { Comment, Comments } from "../../../src/github/comment/comments.ts";
import { converge } from "../../../src/github/comment/converge.ts";
import type { Own } from "../../../src/github/comment/plan.ts";
import { postComment } from "../../../src/github/comment/post.ts";
import { fromMilliseconds, micros } from "../../../src/time.ts";
import { commentsApi } from "../../support/fake-github/comments.ts";
import { serveGitHub, workflowToken } from "../../support/fake-github/github.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const writers = ["a", "b", "c", "d", "e", "f"];
const serverError = Object.assign(new Error("Server Error"), { status: 502 });

/** mulberry32: the trials are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface World {
  readonly state: Map<number, string>;
  readonly clock: VirtualClock;
  readonly random: () => number;
  readonly ids: () => number;
}

/** Calls take up to 0.8 s, half of it before they have their effect; one in twenty is answered with 502, done or not. */
function slowComments({ state, clock, random, ids }: World): Comments {
  const commentOf = (id: number): Comment => ({ id, url: `#${id}`, body: state.get(id) ?? "" });
  const pause = () => clock.sleepUntil(micros(clock.now() + fromMilliseconds(400 * random())));
  async function call<T>(effect: () => T): Promise<T> {
    await pause();
    const fate = random();
    if (fate < 0.025) throw serverError;
    const result = effect();
    await pause();
    if (fate < 0.05) throw serverError;
    return result;
  }
  return {
    mine: () => call(() => [...state.keys()].toSorted((a, b) => a - b).map(commentOf)),
    create: (body) =>
      call(() => {
        const id = ids();
        state.set(id, body);
        return commentOf(id);
      }),
    update: (id, body) =>
      call(() => {
        if (!state.has(id)) return undefined;
        state.set(id, body);
        return commentOf(id);
      }),
    remove: (id) => call(() => void state.delete(id)),
  };
}
const own = (name: string, changes: Partial<Own> = {}): Own => ({
  name,
  run: { id: 100, attempt: 1 },
  sha: "abc",
  verdict: "passed",
  slowed: [],
  runUrl: undefined,
  render: () => `section ${name}`,
  ...changes,
});

/** GitHub gives no id twice. */
function counter(from: number): () => number {
  let last = from;
  return () => ++last;
}

interface Trial {
  readonly seed: number;
  readonly before?: readonly string[];
  readonly changes?: (name: string, at: number) => Partial<Own>;
}

async function trial({ seed, before = [], changes = () => ({}) }: Trial) {
  const clock = new VirtualClock();
  const state = new Map(before.map((body, at) => [at + 1, body]));
  const random = randomFrom(seed);
  const world = { state, clock, random, ids: counter(before.length) };
  const work = writers.map(async (name, at) => {
    const comments = slowComments(world);
    await clock.sleepUntil(fromMilliseconds(3_000 * random()));
    return converge(own(name, changes(name, at)), comments, {
      clock,
      signal: new AbortController().signal,
    });
  });
  const outcomes = await clock.run(Promise.all(work));
  const sections = [...state.values()].flatMap((body) => parseBody(body)?.sections ?? []);
  return { outcomes, bodies: [...state.values()], sections };
}

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);
const names = (sections: { state: { name: string } }[]) =>
  sections.map(({ state }) => state.name).toSorted();

describe.each(seeds)("trial %i", (seed) => {
  test("leaves one comment with six sections where there was none", async () => {
    const { bodies, sections, outcomes } = await trial({ seed });
    expect(bodies).toHaveLength(1);
    expect(names(sections)).toEqual(writers);
    expect(outcomes.map(({ error }) => error)).toEqual(writers.map(() => undefined));
  });

  test("posts anew once where all of them got worse", async () => {
    const section = (name: string) => ({
      state: { name, run: { id: 90, attempt: 1 }, sha: "old", verdict: "passed" as const },
      text: "old",
    });
    const before = [formatBody({ posting: 1, sections: [...writers, "z"].map(section) })];
    const { bodies, sections } = await trial({
      seed,
      before,
      changes: () => ({ verdict: "regressed" }),
    });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatch(/posting=2 /);
    expect(names(sections)).toEqual([...writers, "z"]);
    expect(sections.filter(({ text }) => text === "old").map(({ state }) => state.name)).toEqual([
      "z",
    ]);
  });

  test("keeps the newest of six runs of one gate", async () => {
    const { bodies, sections } = await trial({
      seed,
      changes: (name, at) => ({
        name: "gate",
        run: { id: 100 + at, attempt: 1 },
        render: () => `by ${name}`,
      }),
    });
    expect(bodies).toHaveLength(1);
    expect(sections.map(({ text }) => text)).toEqual(["by f"]);
  });
});

/** Ten times as fast as the real one: a pause of 1.5 s takes 0.15 s. */
const haste = 10;
const fastClock = {
  now: () => micros(performance.now() * 1_000 * haste),
  sleepUntil: (at: number) =>
    new Promise<void>((resolve) =>
      setTimeout(resolve, Math.max(0, at - fastClock.now()) / 1_000 / haste),
    ),
  nextTurn: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function overHttp(seed: number) {
  const random = randomFrom(seed);
  const api = commentsApi();
  const github = await serveGitHub(api.routes, { latency: () => 25 * random() });
  closing.push(github.close);
  const struck = { how: 502, path: /comments/ };
  for (let at = 0; at < 400; at += 1) if (random() < 0.05) github.fail({ ...struck, at });
  const outcomes = await Promise.all(
    writers.map((name) =>
      postComment({
        ...own(name),
        apiUrl: github.apiUrl,
        token: workflowToken,
        repository: "acme/app",
        pullRequest: 7,
        signal: new AbortController().signal,
        clock: fastClock,
        say: () => {},
      }),
    ),
  );
  return { comments: api.comments, outcomes };
}

test("twenty times over HTTP, one in twenty answers a 502", async () => {
  const trials = await Promise.all(seeds.slice(0, 20).map(overHttp));
  for (const { comments, outcomes } of trials) {
    expect(outcomes.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(comments).toHaveLength(1);
    expect(names([...(parseBody(comments[0]?.body ?? "")?.sections ?? [])])).toEqual(writers);
  }
});
