// Refusal: requests that get an error instead of an answer, in the shapes of OpenAI and vLLM.
import type { IncomingHttpHeaders } from "node:http";
import type { Behaviour } from "./options.ts";
import type { Body } from "./voice.ts";

export interface Refusal {
  readonly status: number;
  readonly body: Body;
}

interface Complaint {
  readonly message: string;
  readonly type: string;
  readonly param?: string;
  readonly code: string | number;
}

function refusal(status: number, { message, type, param, code }: Complaint): Refusal {
  return { status, body: { error: { message, type, param: param ?? null, code } } };
}

export const notFound = refusal(404, {
  message: "Not Found",
  type: "NotFoundError",
  code: 404,
});

function typeOf(status: number): string {
  if (status === 429) return "RateLimitError";
  return status >= 500 ? "InternalServerError" : "BadRequestError";
}

export function failed(status: number): Refusal {
  const type = typeOf(status);
  return refusal(status, { message: `simulated status ${status}`, type, code: status });
}

export function badRequest(message: string): Refusal {
  return refusal(400, { message, type: "BadRequestError", code: 400 });
}

function unauthorized(behaviour: Behaviour, headers: IncomingHttpHeaders): Refusal | undefined {
  const { apiKey } = behaviour;
  const given = [headers.authorization, headers["x-api-key"], headers["api-key"]];
  if (apiKey === undefined || given.includes(`Bearer ${apiKey}`) || given.includes(apiKey))
    return undefined;
  const message = "Incorrect API key provided.";
  return refusal(401, { message, type: "invalid_request_error", code: "invalid_api_key" });
}

function unknownModel(behaviour: Behaviour, model: string | undefined): Refusal | undefined {
  if (!behaviour.strictModel || model === behaviour.model) return undefined;
  return refusal(404, {
    message: `The model \`${model ?? ""}\` does not exist.`,
    type: "NotFoundError",
    param: "model",
    code: "model_not_found",
  });
}

/** Why this request for output gets none; undefined where it does. */
export function refusalFor(
  behaviour: Behaviour,
  headers: IncomingHttpHeaders,
  model: string | undefined,
): Refusal | undefined {
  const { status } = behaviour;
  return (
    unauthorized(behaviour, headers) ??
    (status === undefined ? undefined : failed(status)) ??
    unknownModel(behaviour, model)
  );
}
