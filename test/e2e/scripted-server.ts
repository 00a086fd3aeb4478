// An endpoint that answers every generation the same scripted way and counts how often it was asked.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

/** `nth`: how many generations were asked for, this one included. */
export type Answer = (response: ServerResponse, nth: number) => void;

export interface ScriptedServer {
  /** Base URL, ending in /v1. */
  readonly url: string;
  /** Requests that asked for a generation (POST), whatever became of them. */
  asked(): number;
}

export async function scriptedServer(answer: Answer): Promise<ScriptedServer> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    asked += 1;
    const nth = asked;
    request.on("end", () => answer(response, nth));
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => asked };
}

/** A URL at which nothing listens: the port was free a moment ago. */
export async function nobodyHome(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/v1`;
}

export function refusal(status: number, error: Record<string, string>): Answer {
  return (response) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ error }));
}

function stream(events: readonly unknown[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end("data: [DONE]\n\n");
  };
}

const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});

/** A complete stream in which nothing is said. */
export const emptyAnswer = stream([
  chunk({ role: "assistant", content: "" }),
  chunk({}, "stop"),
  { ...chunk({}), choices: [], usage: { prompt_tokens: 8, completion_tokens: 0, total_tokens: 8 } },
]);

/** Long against the lag of a busy machine's client: a run is invalid if that passes 2 % of the smallest gated value. */
const thinkingMs = 400;
const afterThinking =
  (answer: Answer): Answer =>
  (response, nth) =>
    setTimeout(() => answer(response, nth), thinkingMs);

const words = ["one", " two", " three", " four"];

/** Four tokens at once. */
export const goodAnswer = afterThinking(
  stream([
    chunk({ role: "assistant", content: "" }),
    ...words.map((content) => chunk({ content })),
    chunk({}, "length"),
    {
      ...chunk({}),
      choices: [],
      usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
    },
  ]),
);

/** The same as one JSON document. */
export const wholeAnswer = afterThinking((response) =>
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      model: "m",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: words.join("") },
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
    }),
  ),
);

/** Answers so many generations, and never again. */
export function hangingAfter(generations: number, answer: Answer): Answer {
  return (response, nth) => {
    if (nth <= generations) answer(response, nth);
  };
}
