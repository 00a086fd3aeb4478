// What an answer costs the client: taking it in, and reading it as the API's dialect afterwards; no network in between.
import { systemClock } from "../src/clock.ts";
import { openAiChat } from "../src/dialect/apis/openai-chat.ts";
import { readAll } from "../src/dialect/reading/steps.ts";
import { recordFrom } from "../src/dialect/record.ts";
import type { Transcript } from "../src/dialect/transcript.ts";
import { Recording } from "../src/endpoint/body/arena.ts";
import { Intake } from "../src/endpoint/body/intake.ts";
import { micros } from "../src/time.ts";
import { median, report, round } from "./support/figures.ts";

const events = 2_000;
const answers = 20;
const rounds = 11;
/** 0.74 with one dialect, before there were five; a tenth less would be a cost. */
const leastToParsing = 0.66;
const newline = Buffer.from("\n");
const prefix = "data: ".length;

/** 245 bytes, as vLLM sends them. */
function event(index: number): string {
  const content = ` word${index % 10}`;
  const choices = [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }];
  const chunk = {
    id: "chatcmpl-0123456789abcdef0123456789abcdef",
    object: "chat.completion.chunk",
  };
  const said = { ...chunk, created: 1_700_000_000, model: "a-model", choices };
  return `data: ${JSON.stringify(said)}\n\n`;
}

function finish(): string {
  const choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
  const usage = { prompt_tokens: 64, completion_tokens: events };
  const last = { choices: [], usage };
  return `data: ${JSON.stringify({ choices })}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`;
}

const reads = [...Array.from({ length: events }, (_, index) => event(index)), finish()].map(
  (text) => Buffer.from(text),
);
const recording = new Recording();
const criteria = { stream: true, outputTokens: events, outputExact: false };

/** One event per read, as streams arrive. */
async function taken(): Promise<Transcript> {
  const intake = new Intake({
    clock: systemClock,
    recording,
    endMarkers: openAiChat.endMarkers,
    endClosers: openAiChat.endClosers,
    onRead: undefined,
    onEndMarker: () => {},
    onProblem: () => {},
  });
  intake.open(200, undefined);
  const handedAt = systemClock.now();
  for (const read of reads) {
    intake.take(read);
    await undefined;
  }
  const ending = { kind: "body-end", at: systemClock.now() } as const;
  const connection = { fresh: false, resent: false };
  const head = { handedAt, sentAt: handedAt, status: 200, headersAt: handedAt, headers: {} };
  return { ...head, ...intake.result(), ending, connection };
}

/** The least that reading can be: each line's text, parsed. */
function parse({ body }: Transcript): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let from = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
    const text = bytes.toString("utf8", from + prefix, end);
    if (text.startsWith("{")) JSON.parse(text);
    from = end + 1;
  }
}

function read(transcript: Transcript): void {
  const planned = { id: 0, phase: "measure", scheduledAt: micros(0) } as const;
  const record = readAll(recordFrom({ planned, transcript, dialect: openAiChat, criteria }));
  if (record.outcome !== "completed" || record.pieces.length !== events)
    throw new Error(`the answer was read as ${record.outcome}`);
}

const variants = {
  recording: () => {},
  "recording + bare JSON.parse": parse,
  "recording + reading": read,
};

/** CPU time of this thread, which neighbours do not stretch as they do the clock's, in µs. */
function usedCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Events per second of CPU time. */
async function pace(after: (transcript: Transcript) => void): Promise<number> {
  const before = usedCpu();
  for (let index = 0; index < answers; index += 1) after(await taken());
  return (1e6 * answers * events) / (usedCpu() - before);
}

const names = Object.entries(variants);
const paces = names.map((): number[] => []);
/** Interleaved, since the machine drifts; the first round warms up. */
for (let nth = 0; nth <= rounds; nth += 1)
  for (const [index, [, after]] of names.entries()) {
    const found = await pace(after);
    if (nth > 0) paces[index]?.push(found);
  }

const [alone = [], parsed = [], whole = []] = paces;
for (const [index, [name]] of names.entries()) {
  const perSecond = median(paces[index] ?? []);
  const each = round(1e6 / perSecond, 2);
  console.log(
    `${name}: ${round(perSecond / 1_000, 0)} k events/s of CPU time, ${each} µs per event`,
  );
}
/** Within each round, since the machine drifts. */
const ratioTo = (others: readonly number[]) =>
  median(whole.map((pace, at) => pace / (others[at] ?? Number.NaN)));
console.log(`with reading: ${ratioTo(alone)} of the pace of recording alone`);
report(
  "reading",
  [{ name: "reading ÷ bare parsing", value: ratioTo(parsed), least: leastToParsing }],
  {
    toRecording: ratioTo(alone),
    unit: "events/s of CPU time",
    paces: names.map(([name], index) => ({ name, pace: round(median(paces[index] ?? []), 0) })),
  },
);
