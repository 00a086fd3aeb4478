// The sticky comment: one per pull request and gate, found by author and marker, updated in place.
import { type Warning, warning } from "../warning.ts";
import { isNewer, type Marker, markerOf, markerPrefix, writerOf } from "./marker.ts";
import { reasonOf, statusOf } from "./sink.ts";

export interface CommentRequest extends Marker {
  readonly apiUrl: string;
  readonly token: string;
  /** "owner/name". */
  readonly repository: string;
  readonly pullRequest: number;
  readonly body: string;
}

/** Failing to comment never changes a verdict: it is a warning. */
export interface CommentOutcome {
  readonly url: string | undefined;
  readonly warnings: readonly Warning[];
}

interface Comment {
  readonly id: number;
  readonly html_url: string;
  readonly body?: string | undefined;
  readonly user: { readonly login: string; readonly type: string } | null;
}

const defaultLogin = "github-actions[bot]";
const perPage = 100;
/** All calls together. */
const patience = 60_000;

/** @actions/github reads the environment when it is imported, and takes a while to load. */
async function clientFor({ apiUrl, token, repository, pullRequest }: CommentRequest) {
  const { getOctokit } = await import("@actions/github");
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  const { issues, users } = octokit.rest;
  const [owner = "", repo = ""] = repository.split("/");
  // With each call: among the client's own options it would displace the proxy-aware fetch.
  const request = { signal: AbortSignal.timeout(patience) };
  const where = { owner, repo, request };
  const issue = { ...where, issue_number: pullRequest };
  return {
    login: async () => (await users.getAuthenticated({ request })).data.login,
    list: (): Promise<Comment[]> =>
      octokit.paginate(issues.listComments, { ...issue, per_page: perPage }),
    update: async (comment_id: number, body: string) =>
      (await issues.updateComment({ ...where, comment_id, body })).data.html_url,
    create: async (body: string) => (await issues.createComment({ ...issue, body })).data.html_url,
  };
}
type Client = Awaited<ReturnType<typeof clientFor>>;

/** Tokens of the Actions app begin with ghs_ and may not ask who they are. */
async function ownLogin(token: string, client: Client): Promise<string> {
  if (token.startsWith("ghs_")) return defaultLogin;
  try {
    return await client.login();
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return defaultLogin;
  }
}

/** Anyone can paste our marker, and other bots quote it: ours are written by us and begin with it. */
function isOurs({ user, body }: Comment, login: string, name: string): boolean {
  const bot = login !== defaultLogin || user?.type === "Bot";
  return user?.login === login && bot && body?.startsWith(markerPrefix(name)) === true;
}

async function replace(existing: Comment, body: string, client: Client): Promise<string> {
  try {
    return await client.update(existing.id, body);
  } catch (error) {
    // Deleted since it was listed.
    if (statusOf(error) === 404) return client.create(body);
    throw error;
  }
}

async function upsert(request: CommentRequest, client: Client): Promise<CommentOutcome> {
  const { name, run } = request;
  const login = await ownLogin(request.token, client);
  const existing = (await client.list()).find((comment) => isOurs(comment, login, name));
  const body = `${markerOf(request)}\n${request.body}`;
  if (existing === undefined) return { url: await client.create(body), warnings: [] };
  const writer = writerOf(existing.body ?? "");
  if (writer === undefined || !isNewer(writer, run))
    return { url: await replace(existing, body, client), warnings: [] };
  const message = "The comment on the pull request is of a newer run and was left as it is.";
  return { url: existing.html_url, warnings: [warning("comment-superseded", message)] };
}

function hintFor(error: unknown): string {
  return statusOf(error) === 403 ? " (the job needs the permission `pull-requests: write`)" : "";
}

/** Never rejects. */
export async function postComment(request: CommentRequest): Promise<CommentOutcome> {
  try {
    return await upsert(request, await clientFor(request));
  } catch (error) {
    const message = `Could not comment on pull request ${request.pullRequest}: ${reasonOf(error)}${hintFor(error)}`;
    return { url: undefined, warnings: [warning("comment-failed", message)] };
  }
}
