// Assembly: a reply as it grows, event by event; what every dialect writes into.
import type { Piece, PieceKind } from "../../metrics/record.ts";
import type { Micros } from "../../time.ts";
import type { Reply, ReplyFailure, Usage } from "../reply.ts";

/** A fragment of a tool call. `call` tells calls apart where the protocol numbers them. */
export interface ToolFragment {
  readonly call?: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface ToolCall {
  readonly call: string | undefined;
  id: string;
  name: string;
  arguments: string;
}

export class Assembly {
  /** Arrival of the event being heard; after the last one, of the last event. */
  at: Micros | undefined;
  streamed = true;
  usage: Usage | undefined;
  readonly pieces: Piece[] = [];
  readonly #toolCalls: ToolCall[] = [];
  readonly #oddities = new Set<string>();
  #text = "";
  #reasoning = "";
  #refusal = "";
  #finishReason: string | undefined;
  #endedAt: Micros | undefined;
  #failure: ReplyFailure | undefined;
  #model = "";
  #fingerprint = "";

  text(fragment: string): void {
    this.#text += fragment;
    this.#piece("text", fragment);
  }

  reasoning(fragment: string): void {
    this.#reasoning += fragment;
    this.#piece("reasoning", fragment);
  }

  refusal(fragment: string): void {
    this.#refusal += fragment;
    this.#piece("refusal", fragment);
  }

  /** An id alone is the server's own and no output. */
  toolCall(fragment: ToolFragment): void {
    const call = this.#toolCallOf(fragment);
    call.id ||= fragment.id;
    call.name += fragment.name;
    call.arguments += fragment.arguments;
    this.#piece("tool-call", fragment.name + fragment.arguments);
  }

  /** The last reason counts; an empty one is none. It does not end the response. */
  finish(reason: string): void {
    if (reason !== "") {
      this.#finishReason = reason;
    }
  }

  /** The event being heard ends the response. */
  end(): void {
    this.#endedAt ??= this.at;
  }

  /** The first failure counts. */
  fail(failure: ReplyFailure): void {
    this.#failure ??= failure;
  }

  /** The event being heard shows the failure. */
  failHere(kind: ReplyFailure["kind"], detail: string): void {
    this.fail({ kind, detail, ...(this.at !== undefined && { at: this.at }) });
  }

  odd(code: string): void {
    this.#oddities.add(code);
  }

  /** The first that is not empty. */
  servedBy(model: string, fingerprint: string): void {
    this.#model ||= model;
    this.#fingerprint ||= fingerprint;
  }

  /** True once nothing more needs to be heard. */
  get over(): boolean {
    return this.ended || this.failed;
  }

  get ended(): boolean {
    return this.#endedAt !== undefined;
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  reply(): Reply {
    return {
      streamed: this.streamed,
      pieces: this.pieces,
      text: this.#text,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
      toolCalls: this.#toolCalls
        .filter((call) => call.name + call.arguments !== "")
        .map((call) => ({ name: call.name, arguments: call.arguments })),
      ...(this.usage !== undefined && { usage: this.usage }),
      ...(this.#finishReason !== undefined && { finishReason: this.#finishReason }),
      ...(this.#endedAt !== undefined && { endedAt: this.#endedAt }),
      ...(this.#failure !== undefined && { failure: this.#failure }),
      servedBy: {
        ...(this.#model !== "" && { model: this.#model }),
        ...(this.#fingerprint !== "" && { fingerprint: this.#fingerprint }),
      },
      oddities: [...this.#oddities],
    };
  }

  #piece(kind: PieceKind, fragment: string): void {
    if (fragment !== "" && this.at !== undefined) {
      this.pieces.push({ at: this.at, bytes: Buffer.byteLength(fragment), kind });
    }
  }

  /**
   * Servers disagree on what tells calls apart: some give no index, some give every call index 0
   * and only another id, some give one call a new id in every fragment. A new call is therefore
   * one with an index not seen yet, or one with another id *and* a name.
   */
  #toolCallOf(fragment: ToolFragment): ToolCall {
    const call = this.#toolCalls.findLast(
      (candidate) => fragment.call === undefined || candidate.call === fragment.call,
    );
    const another =
      call !== undefined &&
      fragment.name !== "" &&
      call.name !== "" &&
      fragment.id !== "" &&
      call.id !== fragment.id;
    if (call !== undefined && !another) {
      return call;
    }
    const opened: ToolCall = { call: fragment.call, id: "", name: "", arguments: "" };
    this.#toolCalls.push(opened);
    return opened;
  }
}
