// Two endpoints that are not placed alike: what is said of them, in one sentence.
import { expect, test } from "vitest";
import type { WorkloadRun } from "../../../src/metrics/run.ts";
import { unequalPlacement } from "../../../src/verdict/duet/unequal.ts";
import { aWorkloadRun } from "../../support/builders.ts";

interface Given {
  readonly endpoint?: string;
  readonly connect?: number;
  /** Of 300 requests. */
  readonly fresh?: number;
  readonly servedBy?: Partial<WorkloadRun["servedBy"]>;
}

function placed({ endpoint = "https://h.test/v1", connect, fresh = 0, servedBy }: Given = {}) {
  const { client, ...run } = aWorkloadRun();
  const health = client && {
    ...client,
    connectP50Ms: connect ?? null,
    freshConnections: fresh,
  };
  return { endpoint, run: { ...run, client: health, servedBy: { ...run.servedBy, ...servedBy } } };
}

function said(base: Given, candidate: Given): string | undefined {
  return unequalPlacement(placed(base), placed(candidate))?.message;
}

test.each<[string, Given, Given, string | undefined]>([
  ["alike", {}, { endpoint: "https://preview.test/v1" }, undefined],
  [
    "another scheme",
    {},
    { endpoint: "http://h.test/v1" },
    "the scheme is https at the base endpoint, http here",
  ],
  [
    "a preview on the runner itself",
    {},
    { endpoint: "https://127.0.0.1:8000/v1" },
    "only the measured endpoint runs on the client's own machine",
  ],
  [
    "a base on the runner itself, by IPv6",
    { endpoint: "https://[::1]:8000/v1" },
    {},
    "only the base endpoint runs on the client's own machine",
  ],
  [
    "both on the runner",
    { endpoint: "https://localhost/v1" },
    { endpoint: "https://127.9.9.9/v1" },
    undefined,
  ],
  // more than 1 ms apart, and more than twice
  [
    "farther away",
    { connect: 1.2 },
    { connect: 8.4 },
    "connecting takes 1.2 ms at the base endpoint, 8.4 ms here",
  ],
  ["a little farther away", { connect: 10 }, { connect: 20 }, undefined],
  ["both very near", { connect: 0.1 }, { connect: 1.1 }, undefined],
  ["connected once, so that no time is known", { connect: 0.1 }, {}, undefined],
  // 15 of 300 are 5 %
  [
    "closed after answers",
    {},
    { fresh: 15 },
    "only the measured endpoint makes the client connect anew between requests",
  ],
  ["a connection lost now and then", {}, { fresh: 14 }, undefined],
  ["closed on both sides", { fresh: 1 }, { fresh: 300 }, undefined],
  [
    "another front",
    { servedBy: { servers: ["nginx"] } },
    { servedBy: { servers: ["uvicorn"] } },
    "the server calls itself nginx at the base endpoint, uvicorn here",
  ],
  [
    "a front that tells its name on one side",
    {},
    { servedBy: { servers: ["uvicorn"] } },
    undefined,
  ],
  [
    "another model",
    {},
    { servedBy: { models: ["llama-3.1-70b"] } },
    "the model calls itself llama-3.1-8b at the base endpoint, llama-3.1-70b here",
  ],
  [
    "other replicas",
    { servedBy: { fingerprints: ["fp_a"] } },
    { servedBy: { fingerprints: ["fp_a", "fp_b"] } },
    "the fingerprint is fp_a at the base endpoint, fp_a, fp_b here",
  ],
])("%s", (_, base, candidate, difference) => {
  expect(said(base, candidate)).toBe(
    difference && `The two endpoints may differ in more than the change: ${difference}.`,
  );
});

test("all that differs stands in one warning", () => {
  expect(said({}, { endpoint: "http://localhost/v1", fresh: 300 })).toMatch(
    /the scheme is .*; only the measured endpoint runs .*; only the measured endpoint makes /,
  );
});
