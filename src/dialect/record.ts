// record.ts: a transcript and the workload's success criteria made into a RequestRecord.
import type { Attempted, Failed, Planned, RequestRecord, TokenCounts } from "../metrics/record.ts";
import type { Dialect } from "./dialect.ts";
import { retryAfterOf } from "./failures/http-failure.ts";
import { bufferOver } from "./framing/lines.ts";
import type { Steps } from "./reading/steps.ts";
import type { Reply, ReplyFailure, Usage } from "./reply.ts";
import type { Transcript } from "./transcript.ts";

/** What an answer must be to count as a success, beyond what its dialect demands. */
export interface Criteria {
  readonly stream: boolean;
  readonly outputTokens: number;
  /** A shorter answer is `short_output`. */
  readonly outputExact: boolean;
  /** What the visible text must match; in plain HTTP the body. */
  readonly expect?: RegExp;
}

export interface Told {
  readonly planned: Planned;
  readonly transcript: Transcript;
  readonly dialect: Pick<Dialect, "read">;
  readonly criteria: Criteria;
}

/** Failed and interrupted requests keep their pieces, text and usage. */
export function* recordFrom(told: Told): Steps<RequestRecord> {
  const { planned, transcript, dialect, criteria } = told;
  const reply = yield* dialect.read(transcript);
  const attempted = attemptedFrom({ planned, transcript, reply, criteria });
  const failure = reply.failure ?? (reply.endedAt && shortfall(reply, criteria));
  if (failure) {
    return { ...attempted, outcome: "failed", ...failed(failure, transcript) };
  }
  return { ...attempted, outcome: reply.endedAt === undefined ? "interrupted" : "completed" };
}

function failed(
  { kind, detail }: ReplyFailure,
  { headers }: Transcript,
): Pick<Failed, "failure" | "detail" | "retryAfter"> {
  const retryAfter = kind === "rejected" ? retryAfterOf(headers) : undefined;
  return { failure: kind, detail, ...(retryAfter !== undefined && { retryAfter }) };
}

/** The first of the workload's own criteria that a complete answer misses. */
function shortfall(reply: Reply, criteria: Criteria): ReplyFailure | undefined {
  const output = reply.usage?.output;
  if (criteria.outputExact && output !== undefined && output < criteria.outputTokens) {
    const detail = `${output} output tokens where ${criteria.outputTokens} were asked for`;
    return { kind: "short_output", detail };
  }
  // `search` rather than `test`, which remembers where a global expression stopped.
  if (criteria.expect !== undefined && expectable(reply).search(criteria.expect) < 0) {
    return { kind: "bad_response", detail: `the text does not match ${criteria.expect}` };
  }
  return undefined;
}

function expectable({ body, text }: Reply): string {
  return body === undefined ? text : bufferOver(body).toString("utf8");
}

interface Parts {
  readonly planned: Planned;
  readonly transcript: Transcript;
  readonly reply: Reply;
  readonly criteria: Criteria;
}

function attemptedFrom({ planned, transcript, reply, criteria }: Parts): Attempted {
  const { sentAt, status, ending, connection, headers } = transcript;
  const { finishReason } = reply;
  const server = headers["server"];
  const toolCallText = reply.toolCalls.map((call) => call.name + call.arguments).join("");
  return {
    id: planned.id,
    phase: planned.phase,
    scheduledAt: planned.scheduledAt,
    ...(sentAt !== undefined && { sentAt }),
    ...(status !== undefined && { status }),
    streamed: reply.streamed,
    pieces: reply.pieces,
    endedAt: reply.endedAt ?? reply.failure?.at ?? ending.at,
    tokens: tokensOf(reply.usage),
    ...(finishReason !== undefined && { finishReason }),
    freshConnection: connection.fresh,
    ...(connection.connect !== undefined && { connect: connection.connect }),
    resent: connection.resent,
    text: reply.text + reply.refusal,
    reasoning: reply.reasoning,
    ...(toolCallText !== "" && { toolCallText }),
    servedBy: { ...reply.servedBy, ...(server !== undefined && { server }) },
    oddities: oddities(reply, criteria),
  };
}

/** Usage without an output count leaves the source unknown; what else it says is kept. */
function tokensOf(usage: Usage | undefined): TokenCounts {
  return { ...usage, source: usage?.output === undefined ? "unknown" : "usage" };
}

function oddities(reply: Reply, criteria: Criteria): readonly string[] {
  const unstreamed = criteria.stream && !reply.streamed && reply.failure === undefined;
  const unverified = criteria.outputExact && reply.endedAt !== undefined && !reply.usage?.output;
  return [
    ...reply.oddities,
    ...(unstreamed ? ["not_streamed"] : []),
    ...(unverified ? ["output_length_unverified"] : []),
  ];
}
