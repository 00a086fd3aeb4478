// Restatements: the Responses API says everything twice, in fragments and whole; only once is it output.
import type { Assembly } from "../reading/assembly.ts";

type Kind = "text" | "reasoning" | "refusal";

interface Channel {
  /** Fragments since the last whole: the next one repeats them. */
  fragments: boolean;
  heard: string;
  readonly wholes: Set<string>;
}

/**
 * Ids would tell which fragments a whole repeats, but gateways change them from event to event. So
 * the words themselves do: a whole is output only where neither it nor its fragments were heard.
 */
export class Restatements {
  readonly #channels = new Map<Kind, Channel>();

  fragment(kind: Kind, fragment: string, answer: Assembly): void {
    const channel = this.#channel(kind);
    channel.fragments ||= fragment !== "";
    channel.heard += fragment;
    answer[kind](fragment);
  }

  whole(kind: Kind, whole: string, answer: Assembly): void {
    const channel = this.#channel(kind);
    if (whole === "" || channel.wholes.has(whole)) {
      return;
    }
    channel.wholes.add(whole);
    const repeated = channel.fragments || channel.heard.includes(whole);
    channel.fragments = false;
    if (!repeated) {
      channel.heard += whole;
      answer[kind](whole);
    }
  }

  #channel(kind: Kind): Channel {
    const known = this.#channels.get(kind);
    if (known !== undefined) {
      return known;
    }
    const channel: Channel = { fragments: false, heard: "", wholes: new Set() };
    this.#channels.set(kind, channel);
    return channel;
  }
}
