// The artifact service of a runner, as the real @actions/artifact speaks with it: create, put blocks, finalise.
import type { ActionsState, FakeRun } from "./actions.ts";
import { type Exchange, ok, type Route } from "./exchange.ts";

const service = "/twirp/github.actions.results.api.v1.ArtifactService";

/** A runner's token: only its scope is read, which names the run and the job. */
export function runtimeToken(runId: number): string {
  const claims = { scp: `Actions.Results:run-${runId}:job-1` };
  return `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
}

interface Created {
  readonly name: string;
  readonly run: FakeRun;
}

export function artifactServiceRoutes(state: ActionsState, runs: readonly FakeRun[]): Route[] {
  const created = new Map<string, Created>();
  const blocks = new Map<string, Map<string, Buffer>>();
  const committed = new Map<string, Buffer>();

  const keyOf = (runId: number, name: string) => `${runId}-${encodeURIComponent(name)}`;
  function asked({ body }: Exchange) {
    const { name, ...told } = body as Record<string, string>;
    const backend = told["workflowRunBackendId"] ?? told["workflow_run_backend_id"] ?? "";
    const runId = Number(backend.replace("run-", ""));
    return { name: name ?? "", run: runs.find(({ id }) => id === runId)! };
  }

  function create(exchange: Exchange) {
    const { name, run } = asked(exchange);
    const taken = state.artifacts.some(
      (one) => one.workflow_run.id === run.id && one.name === name,
    );
    const msg = "an artifact with this name already exists on the workflow run";
    if (taken) return ok({ code: "already_exists", msg }, 409);
    const key = keyOf(run.id, name);
    created.set(key, { name, run });
    return ok({
      ok: true,
      signed_upload_url: `${exchange.origin}/account/container/${key}?sig=signature-of-the-fake`,
    });
  }

  function put({ query, body, params }: Exchange) {
    const key = params["key"]!.replaceAll("/", "%2F");
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const mine = blocks.get(key) ?? new Map<string, Buffer>();
    blocks.set(key, mine);
    if (query.get("comp") === "block") mine.set(query.get("blockid") ?? "", bytes);
    else if (query.get("comp") === "blocklist") {
      const ids = [...bytes.toString("utf8").matchAll(/<Latest>([^<]*)<\/Latest>/g)];
      committed.set(key, Buffer.concat(ids.map(([, id]) => mine.get(id!)!)));
    } else committed.set(key, bytes);
    const headers = { etag: '"0x1"', "last-modified": "Tue, 01 Dec 2026 00:00:00 GMT" };
    return { status: 201, headers, bytes: new Uint8Array() };
  }

  function finalize(exchange: Exchange) {
    const { name, run } = asked(exchange);
    const zip = committed.get(keyOf(run.id, name));
    if (!zip) return ok({ code: "not_found", msg: "nothing was uploaded" }, 404);
    const { id } = state.addArtifact(run, { name, zip });
    return ok({ ok: true, artifact_id: String(id) });
  }

  return [
    { method: "POST", path: `${service}/CreateArtifact`, answer: create },
    { method: "PUT", path: "/account/container/:key", answer: put },
    { method: "POST", path: `${service}/FinalizeArtifact`, answer: finalize },
  ];
}
