// plain-http.ts: any HTTP answer: whether it is a success, and when it was over; nothing in it is known to be output.
import { cut } from "../failures/conclusion.ts";
import { httpFailure } from "../failures/http-failure.ts";
import { oneLine } from "../failures/server-message.ts";
import type { Steps } from "../reading/steps.ts";
import type { Reply, ReplyFailure } from "../reply.ts";
import type { Transcript } from "../transcript.ts";

/** An answer of status 2xx that arrived whole is a success, an empty one too; it ends with its last byte. */
export const plainHttp = {
  authorization: (apiKey: string) => ({ authorization: `Bearer ${apiKey}` }),
  read,
};

/** One step: nothing in it has to be looked at. */
function* read(transcript: Transcript): Steps<Reply> {
  yield;
  const failure = httpFailure(transcript) ?? shortcoming(transcript);
  const over = failure === undefined && transcript.ending.kind !== "interrupted";
  return {
    streamed: false,
    pieces: [],
    text: "",
    reasoning: "",
    refusal: "",
    toolCalls: [],
    ...(over && { endedAt: endOf(transcript) }),
    ...(failure !== undefined && { failure }),
    body: transcript.body,
    servedBy: {},
    oddities: [],
  };
}

function shortcoming(transcript: Transcript): ReplyFailure | undefined {
  const { body, headersAt, ending } = transcript;
  const progress = headersAt === undefined ? "before any answer" : `after ${body.length} bytes`;
  const failure = cut(transcript, progress);
  if (failure !== undefined || ending.kind !== "connection-lost") {
    return failure;
  }
  return { kind: "truncated", detail: `${oneLine(ending.detail)} ${progress}` };
}

function endOf({ reads, headersAt, ending }: Transcript): Transcript["ending"]["at"] {
  return reads.at(-1)?.at ?? headersAt ?? ending.at;
}
