import { expect, it } from "vitest";
import { openAiChat } from "../../src/dialect/apis/openai-chat.ts";
import { readinessOf } from "../../src/dialect/probe.ts";
import { readAll } from "../../src/dialect/reading/steps.ts";
import { recordFrom } from "../../src/dialect/record.ts";
import type { Transcript } from "../../src/dialect/transcript.ts";
import type { Planned } from "../../src/metrics/record.ts";
import { micros } from "../../src/time.ts";
import {
  done,
  event,
  interrupted,
  lost,
  role,
  said,
  stop,
  timedOut,
  transcriptOf,
} from "./wire.ts";

const planned: Planned = { id: 0, phase: "warm-up", scheduledAt: micros(0) };

function readiness(transcript: Transcript): unknown {
  const criteria = { stream: true, outputTokens: 1, outputExact: false };
  return readinessOf(readAll(recordFrom({ planned, transcript, dialect: openAiChat, criteria })));
}

function afterStatus(status: number, body = ""): unknown {
  return readiness(transcriptOf([body], { status }));
}

function afterConnectError(detail: string): unknown {
  const ending = { kind: "connect-error", at: micros(1), detail } as const;
  const { status, ...transcript } = transcriptOf([], { ending });
  return readiness(transcript);
}

it("is given by one real generation", () => {
  expect(readiness(transcriptOf([said("A"), stop, done]))).toBe("ready");
});

it.each([404, 429, 502, 503, 504])("may still come after a %d", (status) => {
  expect(afterStatus(status, "{}")).toEqual({ retry: expect.stringMatching(`^HTTP ${status}`) });
});

it.each([400, 401, 403, 405, 413, 422, 500, 307])("will not come after a %d", (status) => {
  expect(afterStatus(status)).toEqual({ refused: `HTTP ${status}.` });
});

it.each([
  ["connect ECONNREFUSED 127.0.0.1:8000"],
  ["getaddrinfo ENOTFOUND ssl.example"],
  ["connect ETIMEDOUT 192.0.2.1:443"],
])("may still come after %s", (detail) => {
  expect(afterConnectError(detail)).toHaveProperty("retry");
});

it.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate"],
  ["ERR_SSL_WRONG_VERSION_NUMBER: wrong version number"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify the first certificate"],
  ["ERR_TLS_CERT_ALTNAME_INVALID: Host: x. is not in the cert's altnames"],
])("will not come after %s", (detail) => {
  expect(afterConnectError(detail)).toHaveProperty("refused");
});

it.each([
  [404, '{"error":{"message":"The model `x` does not exist.","code":404}}'],
  [404, '{"error":"model \'x\' not found"}'],
  [404, '{"type":"error","error":{"type":"not_found_error","message":"model: x"}}'],
  [404, '{"error":{"message":"Not here","code":"model_not_found"}}'],
  [400, '{"error":{"message":"Invalid model name passed in model=x"}}'],
])("will not come after a %d that names the model: %s", (status, body) => {
  const refused = expect.stringContaining("The endpoint refuses the model: HTTP ");
  expect(afterStatus(status, body)).toEqual({ refused });
});

it("says in one sentence what the server said", () => {
  const body = '{"error":{"message":"Loading model.\\nPlease wait."}}';
  expect(afterStatus(503, body)).toEqual({ retry: "HTTP 503: Loading model. Please wait." });
});

it("may still come when the connection died before an answer", () => {
  const { status, ...nothing } = transcriptOf([], { ending: lost });
  expect(readiness(nothing)).toEqual({ retry: "ECONNRESET." });
});

it.each([
  ["nothing", transcriptOf([role, stop, done])],
  ["an error", transcriptOf([event({ error: { message: "died" } })])],
  ["half an answer", transcriptOf([said("A")])],
  ["no answer in time", transcriptOf([], { ending: timedOut })],
  ["a cut", transcriptOf([], { ending: interrupted })],
])("will not come after %s", (_what, transcript) => {
  expect(readiness(transcript)).toHaveProperty("refused");
});

it("is no matter of a request that was never sent", () => {
  expect(readinessOf({ ...planned, outcome: "dropped" })).toHaveProperty("refused");
});
