// Said: what the server itself said in one exchange, and when that passed the witness.
import { answerIn } from "./answer.ts";
import type { Exchange } from "./witness.ts";
import { type Heard, type Words, wordsOf } from "./words.ts";

export interface Said extends Heard {
  /** When the request passed the witness, ms of the witness's clock. */
  readonly askedAt: number;
  /** From the request's first byte to the first content as it passed the witness, ms; undefined for an answer that came whole. */
  readonly firstContentMs: number | undefined;
  /** The same to a stream's end marker, or to the last byte of an answer that came whole. */
  readonly endMs: number;
}

/** The stamp of the read that holds `offset` of the answer. */
function stampOf(exchange: Exchange, offset: number): number {
  let end = 0;
  for (const { at, bytes } of exchange.reads) {
    end += bytes.length;
    if (0 <= offset && offset < end) return at - exchange.askedAt;
  }
  throw new Error(`the answer has no byte ${offset}`);
}

/** Undefined for what generates nothing. */
function wordsFor({ request }: Exchange): Words | undefined {
  const head = Buffer.concat(request).toString("latin1");
  const [, path] = /^POST \/v1\/(\S+) /.exec(head) ?? [];
  return path === undefined ? undefined : wordsOf.get(path);
}

function read(exchange: Exchange, words: Words): Said {
  const bytes = Buffer.concat(exchange.reads.map((one) => one.bytes));
  const answer = answerIn(bytes);
  const firstContent = () => bytes.toString("latin1").search(words.firstContent);
  const end = answer.streamed ? bytes.lastIndexOf(words.end) : bytes.length - 1;
  return {
    ...words.hear(answer),
    askedAt: exchange.askedAt,
    firstContentMs: answer.streamed ? stampOf(exchange, firstContent()) : undefined,
    endMs: stampOf(exchange, end),
  };
}

/**
 * Every answered generation that passed by, in order of asking. An exchange without an answer is a
 * request on a connection that the server had closed: never begun.
 */
export function generations(exchanges: readonly Exchange[]): Said[] {
  return exchanges.flatMap((exchange) => {
    const words = exchange.reads.length > 0 ? wordsFor(exchange) : undefined;
    return words ? [read(exchange, words)] : [];
  });
}
