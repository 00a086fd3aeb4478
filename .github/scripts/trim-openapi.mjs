// Trims GitHub's OpenAPI description (npm @octokit/openapi, generated/*.json) to the calls that we make, as JSON Schema.
// node .github/scripts/trim-openapi.mjs generated/api.github.com.json > test/support/fake-github/openapi/github.json
import { readFileSync } from "node:fs";

const repository = "/repos/{owner}/{repo}";
const calls = {
  [`${repository}/actions/workflows/{workflow_id}/runs`]: ["get"],
  [`${repository}/actions/runs`]: ["get"],
  [`${repository}/actions/runs/{run_id}`]: ["get"],
  [`${repository}/actions/runs/{run_id}/artifacts`]: ["get"],
  [`${repository}/actions/artifacts/{artifact_id}/{archive_format}`]: ["get"],
  [`${repository}/commits`]: ["get"],
  [`${repository}/commits/{ref}`]: ["get"],
  [`${repository}/commits/{commit_sha}/pulls`]: ["get"],
  [`${repository}/compare/{basehead}`]: ["get"],
  [`${repository}/contents/{path}`]: ["get"],
  [`${repository}/git/ref/{ref}`]: ["get"],
  [`${repository}/git/refs`]: ["post"],
  [`${repository}/git/refs/{ref}`]: ["patch"],
  [`${repository}/git/commits`]: ["post"],
  [`${repository}/git/commits/{commit_sha}`]: ["get"],
  [`${repository}/git/trees`]: ["post"],
  [`${repository}/git/trees/{tree_sha}`]: ["get"],
  [`${repository}/issues/{issue_number}/comments`]: ["get", "post"],
  [`${repository}/issues/comments/{comment_id}`]: ["get", "patch", "delete"],
  [`${repository}/issues/{issue_number}/events`]: ["get"],
  [`${repository}/pulls`]: ["get"],
  "/user": ["get"],
};

const prose = new Set(["description", "example", "examples", "externalDocs", "title", "default"]);

/** Prose and extensions out; `nullable` as JSON Schema has it. `inNames`: the keys are names of properties. */
function slim(value, inNames = false) {
  if (Array.isArray(value)) return value.map((each) => slim(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => inNames || !(prose.has(key) || key.startsWith("x-") || key === "nullable"))
    .map(([key, each]) => [key, slim(each, key === "properties" && !inNames)]);
  const schema = Object.fromEntries(kept);
  if (inNames || value.nullable !== true) return schema;
  return { anyOf: [schema, { type: "null" }] };
}

const description = JSON.parse(readFileSync(process.argv[2], "utf8"));

function resolve(value) {
  if (typeof value?.$ref !== "string") return value;
  return value.$ref
    .slice(2)
    .split("/")
    .reduce((at, part) => at[part], description);
}

const jsonOf = ({ content = {} } = {}) => content["application/json"]?.schema;

function operationOf(operation, shared) {
  const parameters = [...(shared ?? []), ...(operation.parameters ?? [])]
    .map(resolve)
    .filter(({ in: where }) => where === "query")
    .map(({ name, required = false, schema }) => ({ name, required, schema: slim(schema) }));
  const body = jsonOf(resolve(operation.requestBody));
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const schema = status < "300" ? jsonOf(resolve(response)) : undefined;
    return [status, schema ? slim(schema) : null];
  });
  return {
    parameters,
    ...(body && { body: slim(body) }),
    responses: Object.fromEntries(responses),
  };
}

const paths = Object.fromEntries(
  Object.entries(calls).map(([path, methods]) => {
    const item = description.paths[path];
    const operations = methods.map((method) => [
      method,
      operationOf(item[method], item.parameters),
    ]);
    return [path, Object.fromEntries(operations)];
  }),
);

/** Every schema that is pointed to, and those that they point to. */
const schemas = {};
function follow(value) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (schemas[name]) continue;
    schemas[name] = slim(description.components.schemas[name]);
    follow(schemas[name]);
  }
}
follow(paths);

const { title, version } = description.info;
process.stdout.write(
  `${JSON.stringify({ info: { title, version }, paths, components: { schemas } })}\n`,
);
