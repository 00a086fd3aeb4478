// What the load needs of a workload's API: how one request is written and how its transcript is read.
import type { Target } from "../config/config.ts";
import { plainHttp } from "../dialect/apis/plain-http.ts";
import { dialectOf } from "../dialect/apis.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { type Criteria, recordFrom } from "../dialect/record.ts";
import { jsonRequest, plainRequest, requestUrl } from "../endpoint/wire-request.ts";
import type { Exchange } from "../load/exchange.ts";
import { tool } from "../version.ts";
import type { PlainRequest, Workload } from "../workload/workload.ts";

function criteriaOf({ stream, outputTokens, outputExact, expect }: Workload): Criteria {
  const pattern = expect === undefined ? {} : { expect: new RegExp(expect, "u") };
  return { stream, outputTokens, outputExact, ...pattern };
}

function headersFor(
  { apiKey, headers, endpoint }: Target,
  { headers: usual, authorization }: Pick<Dialect, "headers" | "authorization">,
) {
  const credentials = apiKey === undefined ? {} : authorization(apiKey, endpoint.host);
  return { "user-agent": tool.replace(" ", "/"), ...usual, ...credentials, ...headers };
}

/** What plain HTTP sends is the same each time, and is made once. */
function plainExchange(target: Target, workload: Workload, request: PlainRequest): Exchange {
  const wire = plainRequest({
    ...request,
    url: target.endpoint,
    headers: headersFor(target, plainHttp),
    timeout: workload.requestTimeout,
  });
  const criteria = criteriaOf(workload);
  return {
    wireRequest: () => wire,
    read: (planned, transcript) =>
      recordFrom({ planned, transcript, dialect: plainHttp, criteria }),
  };
}

function modelExchange(target: Target, workload: Workload, dialect: Dialect): Exchange {
  const url = requestUrl(target.endpoint, dialect.path);
  const headers = headersFor(target, dialect);
  const { endMarkers, endClosers } = workload.stream ? dialect : { endMarkers: [] };
  const criteria = criteriaOf(workload);
  return {
    wireRequest: ({ prompt }) =>
      jsonRequest({
        url,
        headers,
        body: dialect.body(workload, prompt),
        endMarkers,
        endClosers,
        timeout: workload.requestTimeout,
      }),
    read: (planned, transcript) => recordFrom({ planned, transcript, dialect, criteria }),
  };
}

export function exchangeFor(target: Target, workload: Workload): Exchange {
  const dialect = dialectOf(workload.api);
  return dialect
    ? modelExchange(target, workload, dialect)
    : plainExchange(target, workload, workload.request ?? { method: "GET" });
}
