// Plan: what to do next about the comments that are there, so that one is left and holds every section.
import type { PastSlowdown } from "../../report/words/resolved.ts";
import {
  type CommentBody,
  fittedBody,
  formatBody,
  newestOf,
  parseBody,
  type Section,
} from "./body.ts";
import type { Comment } from "./comments.ts";
import { isNewer, isSame } from "./run-number.ts";
import { type Outcome, rankOf, type SectionState, type Slowdown, slowdownAfter } from "./state.ts";

/** The section that this run has to say. */
export interface Own extends Outcome {
  readonly name: string;
  readonly run: SectionState["run"];
  /** Tells of a slowdown that is over, where there was one. */
  readonly render: (maxBytes: number, past: PastSlowdown | undefined) => string;
  /** The page of this run. */
  readonly runUrl: string | undefined;
  /** A section of this very run is left as it is: somebody else has said all of it. */
  readonly yields?: boolean | undefined;
}

/** What was learned in earlier rounds. */
export interface Known {
  /** Written at least once. */
  readonly written: boolean;
  /** Comments that are still listed but answered that they are gone. */
  readonly gone: ReadonlySet<number>;
  /** From the section as it was when we came. */
  readonly slowdown: Slowdown | undefined;
}

export type Plan =
  | { readonly kind: "done"; readonly url: string; readonly superseded: boolean }
  | {
      readonly kind: "write";
      /** Updated; absent: a new comment is created. */
      readonly keeper: Comment | undefined;
      readonly body: string;
      /** Removed once the body is written. */
      readonly surplus: readonly Comment[];
      readonly slowdown: Slowdown | undefined;
    };

interface Ours extends CommentBody {
  readonly comment: Comment;
}

const maxBytes = 60_000;

/** Those that begin as ours do: the one to keep first, which all writers choose alike. */
function oursAmong(comments: readonly Comment[], gone: ReadonlySet<number>): Ours[] {
  return comments
    .flatMap((comment) => {
      const parsed = gone.has(comment.id) ? undefined : parseBody(comment.body);
      return parsed ? [{ ...parsed, comment }] : [];
    })
    .toSorted((a, b) => b.posting - a.posting || a.comment.id - b.comment.id);
}

function worst(sections: readonly Section[]): number {
  return Math.max(0, ...sections.map(({ state }) => rankOf(state)));
}

/** Ids grow, so a run that is younger than ours has said something newer. */
function outdated({ run, yields = false }: Own, theirs: Section | undefined): boolean {
  if (theirs === undefined) return false;
  return isNewer(theirs.state.run, run) || (yields && isSame(theirs.state.run, run));
}

function healed(slowdown: Slowdown | undefined): PastSlowdown | undefined {
  return slowdown?.healedAt === undefined
    ? undefined
    : { ...slowdown, healedAt: slowdown.healedAt };
}

type BodyAt = (posting: number) => CommentBody;

function withOwn(own: Own, others: readonly Section[], slowdown: Slowdown | undefined): BodyAt {
  const { name, run, sha, verdict, runUrl } = own;
  const state = { name, run, sha, verdict, slowdown };
  const render = (bytes: number) => own.render(bytes, healed(slowdown));
  return (posting) => fittedBody({ state, render, others, posting, runUrl, maxBytes });
}

/** What two comments held, where ours has nothing newer to say. */
function merged({ state, text }: Section, others: readonly Section[]): BodyAt {
  const render = () => text;
  return (posting) => fittedBody({ state, render, others, posting, runUrl: undefined, maxBytes });
}

/** Of what is listed now; every write is followed by another look, so a plan may be overtaken without harm. */
export function planFrom(listed: readonly Comment[], own: Own, known: Known): Plan {
  const ours = oursAmong(listed, known.gone);
  const [keeper, ...rest] = ours;
  const sections = newestOf(ours.flatMap((each) => each.sections));
  const theirs = sections.find(({ state }) => state.name === own.name);
  const superseded = outdated(own, theirs);
  const holds = known.written && theirs !== undefined && isSame(theirs.state.run, own.run);
  if (keeper && rest.length === 0 && (superseded || holds))
    return { kind: "done", url: keeper.comment.url, superseded };
  const slowdown = slowdownAfter(own, theirs?.state.slowdown ?? known.slowdown);
  const surplus = rest.map(({ comment }) => comment);
  const others = sections.filter((section) => section !== theirs);
  const bodyAt = superseded && theirs ? merged(theirs, others) : withOwn(own, others, slowdown);
  const before = keeper?.posting ?? 0;
  const worsens = rankOf(own) > worst(sections);
  if (keeper === undefined || (worsens && !known.written && !superseded))
    return {
      kind: "write",
      keeper: undefined,
      body: formatBody(bodyAt(before + 1)),
      surplus: ours.map(({ comment }) => comment),
      slowdown,
    };
  const body = formatBody(bodyAt(before));
  return { kind: "write", keeper: keeper.comment, body, surplus, slowdown };
}
