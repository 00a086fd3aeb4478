// Job: who measures, from where and what, as a run says it.
import type { Config, Target } from "../config/config.ts";
import type { Environment } from "../metrics/run.ts";

/** Who measures: what a run says of its origin. */
export interface Job {
  /** The commit that is measured; null where it is not known. */
  readonly commit: string | null;
  /** The commit it was made on, where there is one. */
  readonly baseCommit: string | undefined;
  readonly repository: string | null;
  readonly runId: string | null;
  readonly attempt: number;
  readonly runner: Environment["runner"];
  /** Makes the nonces of this job unlike those of any other. */
  readonly entropy: string;
}

/**
 * An endpoint may echo what it was sent; it goes before anything is quoted, and so perhaps cut in half. Of a query each
 * name with its value: a bare value may be any word or date.
 */
export function secretsOf({ apiKey, headers, endpoint }: Target): string[] {
  const query = endpoint.search.slice(1).split("&");
  return [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers), ...query];
}

const keyHeader = /^(authorization|proxy-authorization|api-key|x-api-key)$/;

/** A header whose secret is missing may still name its scheme. */
export function isAuthenticated({ apiKey, headers }: Target): boolean {
  const isKey = ([name, value]: readonly [string, string]) =>
    keyHeader.test(name) && !/^\s*(basic|bearer|token)?\s*$/i.test(value);
  return apiKey !== undefined || Object.entries(headers).some(isKey);
}

/** Without query and user information. */
export function shownEndpoint({ endpoint }: Target): string {
  return `${endpoint.protocol}//${endpoint.host}${endpoint.pathname}`;
}

export function environmentOf({ measure, workloads }: Config, job: Job): Environment {
  const { environment } = measure;
  return {
    model: environment.model ?? workloads[0]?.model ?? null,
    precision: environment.precision ?? null,
    hardware: environment.hardware ?? null,
    engine: environment.engine ?? null,
    replicas: environment.replicas ?? null,
    region: environment.region ?? null,
    runner: job.runner,
  };
}
