// Digest: what is kept of each request once its answer has been read, so that an hour of them takes little room.
import { type Micros, toMilliseconds } from "../../time.ts";
import type { Load } from "../../workload/workload.ts";
import type {
  Attempted,
  Completed,
  Dropped,
  Failed,
  Interrupted,
  Piece,
  RequestRecord,
} from "../record.ts";
import { type Arrivals, arrivalsOf, gapsOf } from "./derive.ts";
import { ManyValues } from "./distribution.ts";

/** In the place of an answer's pieces: when they came, and what of them is still asked for. */
interface Kept {
  readonly arrivals: Arrivals;
  readonly pieceCount: number;
  readonly firstPieceAt?: Micros;
  /** Absent where all of them arrived while requests were still being sent, and so inside of the window. */
  readonly pieces?: readonly Piece[];
}

type Digested<T extends Attempted> = Omit<T, "pieces"> & Kept;
export type DigestedAttempted = Digested<Attempted>;
export type DigestedCompleted = Digested<Completed>;
export type DigestedFailed = Digested<Failed>;
export type DigestedRecord = DigestedCompleted | DigestedFailed | Digested<Interrupted> | Dropped;

/** So many answers keep their text beside the server's count, to compare our own with it. */
const comparedTexts = 1_000;

export interface DigesterOptions {
  readonly load: Load;
  readonly saveResponses: boolean;
}

export class Digester {
  /** Between the pieces of completed answers, ms. */
  readonly gaps = new ManyValues();
  readonly #saveResponses: boolean;
  /** Of fewer requests than these the window ends with the last completion, wherever that lies. */
  readonly #early: number;
  #count = 0;
  #sending = true;

  constructor({ load, saveResponses }: DigesterOptions) {
    this.#saveResponses = saveResponses;
    this.#early = 2 * (load.kind === "closed" ? load.concurrency : 1);
  }

  /** To be called when nothing more is sent: pieces that are read from then on may lie outside of the window. */
  sendingEnded(): void {
    this.#sending = false;
  }

  digest(record: RequestRecord): DigestedRecord {
    if (record.outcome === "dropped") return record;
    this.#count += 1;
    const arrivals = arrivalsOf(record);
    if (record.outcome === "completed")
      for (const gap of gapsOf(record, arrivals)) this.gaps.add(toMilliseconds(gap));
    const { pieces, toolCallText, ...rest } = record;
    const [first] = pieces;
    return {
      ...rest,
      ...(this.#keepsText(record) ? toolCallText && { toolCallText } : { text: "", reasoning: "" }),
      arrivals,
      pieceCount: pieces.length,
      ...(first && { firstPieceAt: first.at }),
      ...((this.#count <= this.#early || !this.#sending) && { pieces }),
    };
  }

  /** Text is kept to be saved or counted. */
  #keepsText({ tokens }: Attempted): boolean {
    return this.#saveResponses || tokens.source === "unknown" || this.#count <= comparedTexts;
  }
}
