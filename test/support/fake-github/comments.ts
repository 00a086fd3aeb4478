// Comments of pull requests, as GitHub keeps them: listed by age, written by whose token it is.
import {
  type Answer,
  type Exchange,
  notFound,
  ok,
  paged,
  type Route,
  refused,
} from "./exchange.ts";

export interface User {
  readonly login: string;
  readonly type: "Bot" | "User";
}

export interface FakeComment {
  readonly id: number;
  readonly issue: number;
  body: string;
  readonly user: User | null;
}

export const actionsBot: User = { login: "github-actions[bot]", type: "Bot" };

export interface CommentsOptions {
  /** Who a token is; the workflow's own bot unless said. */
  readonly users?: Readonly<Record<string, User>>;
  /** Conversations in which nobody may write. */
  readonly locked?: readonly number[];
}

const base = "/repos/:owner/:repo/issues";
const longestBody = 65_536;
const needs = {
  read: ["issues:read", "pull-requests:read"],
  write: ["issues:write", "pull-requests:write"],
};
const longBody = refused(422, "Validation Failed: body is too long (maximum is 65536 characters)");
const lockedIssue = refused(403, "Unable to create comment because issue is locked.");

function textOf({ body }: Exchange): string {
  return typeof body === "object" && body !== null && "body" in body ? String(body.body) : "";
}

/** The state of all comments, and the routes that show and change it. */
export function commentsApi(comments: FakeComment[] = [], options: CommentsOptions = {}) {
  const { users = {}, locked = [] } = options;
  let next = 1 + Math.max(1_000, ...comments.map(({ id }) => id));
  const userOf = ({ headers }: Exchange) =>
    users[(headers["authorization"] ?? "").replace(/^(token|bearer) /i, "")] ?? actionsBot;
  const shown = ({ issue, ...comment }: FakeComment) => ({
    ...comment,
    html_url: `https://github.example/acme/app/pull/${issue}#issuecomment-${comment.id}`,
    issue_url: `https://api.github.example/repos/acme/app/issues/${issue}`,
    created_at: "2026-11-01T00:00:00Z",
    updated_at: "2026-11-01T00:00:00Z",
  });
  const known = ({ params }: Exchange) => comments.find(({ id }) => id === Number(params["id"]));

  function create(exchange: Exchange): Answer {
    const issue = Number(exchange.params["number"]);
    if (locked.includes(issue)) return lockedIssue;
    if (textOf(exchange).length > longestBody) return longBody;
    const comment = { id: next++, issue, body: textOf(exchange), user: userOf(exchange) };
    comments.push(comment);
    return ok(shown(comment), 201);
  }

  function update(exchange: Exchange): Answer {
    const comment = known(exchange);
    if (!comment) return notFound;
    if (textOf(exchange).length > longestBody) return longBody;
    comment.body = textOf(exchange);
    return ok(shown(comment));
  }

  function remove(exchange: Exchange): Answer {
    const comment = known(exchange);
    if (!comment) return notFound;
    comments.splice(comments.indexOf(comment), 1);
    return { status: 204 };
  }

  function viewer(exchange: Exchange): Answer {
    const { login } = userOf(exchange);
    return ok({ data: { viewer: { login } } });
  }

  /** REST tells users who they are, but not apps. */
  function whoAmI(exchange: Exchange): Answer {
    const user = userOf(exchange);
    return user.type === "User" ? ok(user) : refused(403, "Resource not accessible by integration");
  }

  const one = `${base}/comments/:id`;
  const all = `${base}/:number/comments`;
  const list = (exchange: Exchange) => {
    const issue = Number(exchange.params["number"]);
    return paged(exchange, comments.filter((comment) => comment.issue === issue).map(shown));
  };
  const routes: readonly Route[] = [
    { method: "GET", path: all, needs: needs.read, answer: list },
    { method: "POST", path: all, needs: needs.write, answer: create },
    { method: "PATCH", path: one, needs: needs.write, answer: update },
    { method: "DELETE", path: one, needs: needs.write, answer: remove },
    { method: "POST", path: "/graphql", answer: viewer },
    { method: "GET", path: "/user", answer: whoAmI },
  ];
  return { comments, routes };
}
