// What the load needs of a workload's API: how one request is written and how its transcript is read.
import type { Target } from "../config/config.ts";
import { dialectOf } from "../dialect/apis.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { type Criteria, recordFrom } from "../dialect/record.ts";
import { jsonRequest, requestUrl } from "../endpoint/wire-request.ts";
import { GateError } from "../errors.ts";
import type { Exchange } from "../load/exchange.ts";
import { tool } from "../version.ts";
import type { Workload } from "../workload/workload.ts";

function criteriaOf({ stream, outputTokens, outputExact, expect }: Workload): Criteria {
  const pattern = expect === undefined ? {} : { expect: new RegExp(expect, "u") };
  return { stream, outputTokens, outputExact, ...pattern };
}

function headersFor({ apiKey, headers, endpoint }: Target, dialect: Dialect) {
  const credentials = apiKey === undefined ? {} : dialect.authorization(apiKey, endpoint.host);
  return { "user-agent": tool.replace(" ", "/"), ...credentials, ...headers };
}

/** Throws where the API has no dialect; the configuration refuses it before. */
export function exchangeFor(target: Target, workload: Workload): Exchange {
  const dialect = dialectOf(workload.api);
  if (!dialect) throw new GateError("internal", `no dialect for ${workload.api}`);
  const url = requestUrl(target.endpoint, dialect.path);
  const headers = headersFor(target, dialect);
  const endMarkers = workload.stream ? dialect.endMarkers : [];
  const criteria = criteriaOf(workload);
  return {
    wireRequest: ({ prompt }) =>
      jsonRequest({
        url,
        headers,
        body: dialect.body(workload, prompt),
        endMarkers,
        timeout: workload.requestTimeout,
      }),
    read: (planned, transcript) => recordFrom({ planned, transcript, dialect, criteria }),
  };
}
