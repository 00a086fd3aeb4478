// A chat endpoint in virtual time: known TTFT and pace, answers as a server would write them.
import type { Clock } from "../../src/clock.ts";
import type { Read, Transcript } from "../../src/dialect/transcript.ts";
import type { Endpoint } from "../../src/endpoint/endpoint.ts";
import { fromMilliseconds, type Micros, micros } from "../../src/time.ts";

export interface ChatBehaviour {
  /** ms to the first token, and from each token to the next. */
  ttft: number;
  tpot: number;
  tokens: number;
  status: number;
}

function eventsOf({ tokens }: ChatBehaviour): string[] {
  const word = JSON.stringify({ choices: [{ delta: { content: " word" } }] });
  const usage = { prompt_tokens: 64, completion_tokens: tokens };
  const end = JSON.stringify({ choices: [{ delta: {}, finish_reason: "length" }], usage });
  return [...Array<string>(tokens).fill(`data: ${word}\n\n`), `data: ${end}\n\ndata: [DONE]\n\n`];
}

function streamOf(behaviour: ChatBehaviour, sentAt: Micros) {
  const reads: Read[] = [];
  let body = "";
  for (const [index, event] of eventsOf(behaviour).entries()) {
    body += event;
    const gaps = Math.min(index, behaviour.tokens - 1);
    const at = micros(sentAt + fromMilliseconds(behaviour.ttft + gaps * behaviour.tpot));
    reads.push({ end: body.length, at });
  }
  return { body: Buffer.from(body), reads };
}

/** `asked` counts every request, probes included. `refusal`: the body of all that is not status 200. */
export function fakeChat(clock: Clock, behaviour: ChatBehaviour, refusal = "{}") {
  const log = { asked: 0 };
  const endpoint: Endpoint = {
    async send(_, signal): Promise<Transcript> {
      log.asked++;
      const sentAt = clock.now();
      const { status } = behaviour;
      const fails = status !== 200;
      const answer = fails
        ? { body: Buffer.from(refusal), reads: [{ end: Buffer.byteLength(refusal), at: sentAt }] }
        : streamOf(behaviour, sentAt);
      const endAt = answer.reads.at(-1)?.at ?? sentAt;
      await clock.sleepUntil(endAt, signal);
      const kind = signal.aborted ? "interrupted" : "body-end";
      return {
        handedAt: sentAt,
        sentAt,
        status,
        headersAt: sentAt,
        headers: { "content-type": "text/event-stream" },
        ...answer,
        ending: { kind, at: clock.now() },
        connection: { fresh: false, resent: false },
      };
    },
    async close() {},
  };
  return { endpoint, log };
}
