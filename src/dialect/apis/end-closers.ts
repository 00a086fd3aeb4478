// end-closers.ts: how the last event of a stream is known to have arrived whole.

/** The end of a JSON object at the end of a line; a line end inside its strings would be escaped. */
export const closingBraces = ["}\n", "}\r"].map((text) => Buffer.from(text));
