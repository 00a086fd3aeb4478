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
export type DigestedRecord = (
  | DigestedCompleted
  | DigestedFailed
  | Digested<Interrupted>
  | Dropped
) & {
  /** Of a duet, counted from 0. */
  readonly round?: number;
};

/** So many answers keep their text beside the server's count, to compare our own with it. */
const comparedTexts = 1_000;

export interface DigesterOptions {
  readonly load: Load;
  readonly saveResponses: boolean;
  /** Takes the gaps beside those of other digesters. */
  readonly allGaps?: ManyValues | undefined;
}

export class Digester {
  /** Between the pieces of completed answers, ms. */
  readonly gaps = new ManyValues();
  readonly #saveResponses: boolean;
  /** Of fewer requests than these the window ends with the last completion, wherever that lies. */
  readonly #early: number;
  readonly #allGaps: ManyValues | undefined;
  #count = 0;
  #sending = true;

  constructor({ load, saveResponses, allGaps }: DigesterOptions) {
    this.#saveResponses = saveResponses;
    this.#allGaps = allGaps;
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
    if (record.outcome === "completed") this.#addGaps(gapsOf(record, arrivals));
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

  #addGaps(gaps: readonly Micros[]): void {
    for (const gap of gaps.map(toMilliseconds)) {
      this.gaps.add(gap);
      this.#allGaps?.add(gap);
    }
  }

  /** Text is kept to be saved or counted. */
  #keepsText({ tokens }: Attempted): boolean {
    return this.#saveResponses || tokens.source === "unknown" || this.#count <= comparedTexts;
  }
}
