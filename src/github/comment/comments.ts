// Comments: the port through which those of one pull request are seen and changed, and GitHub's REST API behind it.
import { statusOf } from "../sink.ts";
import { parseBody } from "./body.ts";
import { waitAfter } from "./waits.ts";

export interface Comment {
  readonly id: number;
  readonly url: string;
  readonly body: string;
}

/** Each call rejects where it cannot be said whether it was carried out. */
export interface Comments {
  /** Those that we wrote, in order of age. */
  mine(): Promise<readonly Comment[]>;
  create(body: string): Promise<Comment>;
  /** undefined: it is gone. */
  update(id: number, body: string): Promise<Comment | undefined>;
  /** Gone already is as good. */
  remove(id: number): Promise<void>;
}

export interface Thread {
  readonly apiUrl: string;
  readonly token: string;
  /** "owner/name". */
  readonly repository: string;
  readonly pullRequest: number;
  readonly signal: AbortSignal;
  /** After this long a call is given up, ms. */
  readonly patience?: number | undefined;
}

const defaultPatience = 15_000;
const defaultLogin = "github-actions[bot]";
const perPage = 100;

interface Answered {
  readonly id: number;
  readonly html_url: string;
  readonly body?: string | undefined;
  readonly user: { readonly login: string; readonly type: string } | null;
}

/** Of what GitHub says of a comment, which is much. */
function plain({ id, html_url, body, user }: Answered): Answered {
  return { id, html_url, body, user: user && { login: user.login, type: user.type } };
}

function commentFrom({ id, html_url, body }: Answered): Comment {
  return { id, url: html_url, body: body ?? "" };
}

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** @actions/github reads the environment when it is imported, and takes a while to load. */
async function octokitFor({ apiUrl, token }: Thread) {
  const { getOctokit } = await import("@actions/github");
  return getOctokit(token, { baseUrl: apiUrl });
}
type Octokit = Awaited<ReturnType<typeof octokitFor>>;

type Options = () => { readonly signal: AbortSignal };

/** A user's token is told by REST. */
async function userLogin({ rest }: Octokit, options: Options): Promise<string> {
  return (await rest.users.getAuthenticated({ request: options() })).data.login;
}

/** An app's token, the workflow's own among them, may not ask REST who it is; GraphQL tells it, where there is such. */
async function appLogin({ graphql }: Octokit, options: Options): Promise<string> {
  const request = { query: "{ viewer { login } }", request: options() };
  return (await graphql<{ viewer: { login: string } }>(request)).viewer.login;
}

async function askedLogin(token: string, octokit: Octokit, options: Options): Promise<string> {
  try {
    return await (isApps(token) ? appLogin : userLogin)(octokit, options);
  } catch (error) {
    // Asked again only where another answer may come; one without GraphQL or a user will have none.
    if (statusOf(error) !== undefined && waitAfter(error, 1) !== undefined) throw error;
    return defaultLogin;
  }
}

function isApps(token: string): boolean {
  return token.startsWith("ghs_");
}

/** Whether nobody but the workflow's own bot can have written what begins as ours, so that no one has to be asked. */
function isClear(listed: readonly Answered[], token: string): boolean {
  const marked = listed.filter(({ body }) => parseBody(body ?? "") !== undefined);
  return isApps(token) ? marked.every((each) => isBy(defaultLogin, each)) : marked.length === 0;
}

/** Anyone can paste our first line, and other bots quote it: ours are written by us. */
function isBy(login: string, { user }: Answered): boolean {
  const bot = !login.endsWith("[bot]") || user?.type === "Bot";
  return user?.login === login && bot;
}

/** The comments of one pull request; author and pages are seen to here. */
export async function githubComments(thread: Thread): Promise<Comments> {
  const octokit = await octokitFor(thread);
  const { issues } = octokit.rest;
  const [owner = "", repo = ""] = thread.repository.split("/");
  const { signal, patience = defaultPatience } = thread;
  // With each call: among the client's own options it would displace the proxy-aware fetch.
  const options = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) });
  const where = () => ({ owner, repo, request: options() });
  const issue = () => ({ ...where(), issue_number: thread.pullRequest });
  let login: string | undefined;
  const all = async () => {
    const found: Answered[] = [];
    // Octokit's own paging would drop the signal, and a call that hangs would hang the job.
    for (let page = 1, more = true; more; page += 1) {
      const answer = await issues.listComments({ ...issue(), per_page: perPage, page });
      found.push(...answer.data.map(plain));
      more = answer.headers.link?.includes('rel="next"') ?? false;
    }
    return found;
  };
  return {
    mine: async () => {
      const listed = await all();
      if (!isClear(listed, thread.token))
        login ??= await askedLogin(thread.token, octokit, options);
      const by = login ?? defaultLogin;
      return listed.filter((each) => isBy(by, each)).map(commentFrom);
    },
    create: async (body) => {
      const { data } = await issues.createComment({ ...issue(), body });
      // Whoever we are, we wrote this.
      login ??= data.user?.login;
      return commentFrom(plain(data));
    },
    update: async (comment_id, body) => {
      const answer = await unlessGone(issues.updateComment({ ...where(), comment_id, body }));
      return answer && commentFrom(plain(answer.data));
    },
    remove: async (comment_id) => {
      await unlessGone(issues.deleteComment({ ...where(), comment_id }));
    },
  };
}
