// GitHub's own description of its API as the judge of our requests and of the fake's answers (openapi/*.json, trimmed).
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { type Answer, type Exchange, isRecord } from "./exchange.ts";

export type Edition = "github" | "ghes";

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  readonly responses: Readonly<Record<string, Schema | null>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A ref may hold slashes, as may the path of a file. */
function patternOf(path: string): RegExp {
  const pattern = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    /^(ref|path)$/.test(name) ? ".+" : "[^/]+",
  );
  return new RegExp(`^${pattern}$`);
}

/** The longest that fits: "commits/{ref}" fits more than it should. */
function findOperation({ paths }: Description, { method, path }: Exchange) {
  const fitting = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path))
    .toSorted(([a], [b]) => b.length - a.length);
  const [found] = fitting;
  const operation = found?.[1][method.toLowerCase()];
  return operation && found ? { operation, template: found[0] } : undefined;
}

const samples: Readonly<Record<string, unknown>> = {
  "date-time": "2026-12-01T00:00:00Z",
  uri: "https://github.example/",
  email: "somebody@github.example",
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
};

/** Fills in what an answer of GitHub must have and the fake leaves out; names what GitHub's would not have. */
function completer({ components }: Description) {
  function settled(schema: Schema, value: unknown): Schema {
    const ref = schema["$ref"];
    if (typeof ref === "string")
      return settled(components.schemas[ref.split("/").at(-1)!] ?? {}, value);
    const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
    if (!choices) return schema;
    const isNull = (each: Schema) => each["type"] === "null";
    const fitting = choices.find((each) => isNull(each) === (value === null)) ?? choices[0]!;
    return settled(fitting, value);
  }

  function sample(schema: Schema): unknown {
    const { type, format, enum: words, required } = settled(schema, undefined);
    if (Array.isArray(words)) return words[0];
    if (required || type === "object") return complete(schema, {}, []);
    return samples[String(format)] ?? samples[String(type)] ?? null;
  }

  function complete(schema: Schema, value: unknown, unknownNames: string[]): unknown {
    const known = settled(schema, value);
    if (Array.isArray(value))
      return value.map((each) => complete((known["items"] ?? {}) as Schema, each, unknownNames));
    if (!isRecord(value)) return value;
    const properties = (known["properties"] ?? {}) as Record<string, Schema>;
    const required = (known["required"] ?? []) as readonly string[];
    const told = Object.entries(value).filter(([, each]) => each !== undefined);
    const own = told.map(([name, each]) => {
      if (!properties[name]) unknownNames.push(name);
      return [name, complete(properties[name] ?? {}, each, unknownNames)];
    });
    const missing = required.filter((name) => !(name in value));
    const filled = missing.map((name) => [name, sample(properties[name] ?? {})]);
    return Object.fromEntries([...filled, ...own]);
  }
  return complete;
}

/** A query holds texts: a number or a switch is read from it as a server would. */
function read(text: string, { type }: Schema): unknown {
  if (type === "integer" && /^\d+$/.test(text)) return Number(text);
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** Schemas are compiled when they are first needed, once for all tests of a file. */
const editions = new Map<Edition, ReturnType<typeof load>>();

function load(edition: Edition) {
  const file = new URL(`openapi/${edition}.json`, import.meta.url);
  const description: Description = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: edition, ...description });
  return { description, ajv, complete: completer(description) };
}

export function judgeOf(edition: Edition) {
  const loaded = editions.get(edition) ?? load(edition);
  editions.set(edition, loaded);
  const { description, ajv, complete } = loaded;
  const violations: string[] = [];

  function check(pointer: readonly string[], value: unknown, where: string) {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    const validate = ajv.getSchema(`${edition}#/${escaped.join("/")}`);
    if (!validate) violations.push(`${where}: no schema`);
    else if (!validate(value)) violations.push(`${where}: ${ajv.errorsText(validate.errors)}`);
  }

  function judgeQuery({ query }: Exchange, { parameters }: Operation, where: string) {
    for (const [name, text] of query) {
      const at = parameters.findIndex((one) => one.name === name);
      const parameter = parameters[at];
      if (!parameter) violations.push(`${where}: no parameter ${name}`);
      else if (!ajv.validate(parameter.schema, read(text, parameter.schema)))
        violations.push(`${where}: ${name} is ${text}: ${ajv.errorsText()}`);
    }
    for (const { name, required } of parameters)
      if (required && !query.has(name)) violations.push(`${where}: ${name} is missing`);
  }

  /** The answer as GitHub would give it. */
  function judge(exchange: Exchange, answer: Answer): Answer {
    const { method, path, body } = exchange;
    const where = `${method} ${path}`;
    // REST alone is described.
    if (path === "/graphql") return answer;
    const found = findOperation(description, exchange);
    if (!found) {
      violations.push(`${where}: GitHub has no such call`);
      return answer;
    }
    const { operation, template } = found;
    const pointer = ["paths", template, method.toLowerCase()];
    judgeQuery(exchange, operation, where);
    if (operation.body) check([...pointer, "body"], body, where);
    const schema = operation.responses[answer.status];
    if (schema === undefined && answer.status < 400)
      violations.push(`${where}: ${answer.status} is no answer to it`);
    if (!schema || answer.json === undefined) return answer;
    const names: string[] = [];
    const json = complete(schema, answer.json, names);
    if (names.length > 0) violations.push(`${where}: GitHub answers no ${names.join(", ")}`);
    check([...pointer, "responses", String(answer.status)], json, `answer to ${where}`);
    return { ...answer, json };
  }

  return { judge, violations: violations as readonly string[] };
}
