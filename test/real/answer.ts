// Answer: the bytes of one HTTP/1.1 answer taken apart into the JSON that the server wrote.

export interface Answer {
  /** False where it came as one document. */
  readonly streamed: boolean;
  /** What each event of a stream holds, or the one document. */
  readonly values: readonly unknown[];
}

/** Takes the chunk sizes out of a chunked body (RFC 9112 §7.1). */
function dechunk(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) break;
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString("utf8");
}

/** This server writes each event's data on one line, an `event:` line before it or none. */
function eventsIn(stream: string): unknown[] {
  return stream.split("\n\n").flatMap((event) => {
    const data = /^data: (\{.*)$/m.exec(event)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}

/** This server chunks what it streams, and gives everything else a length. */
export function answerIn(bytes: Buffer): Answer {
  const bodyStart = bytes.indexOf("\r\n\r\n") + 4;
  const streamed = /^transfer-encoding: *chunked/im.test(bytes.toString("latin1", 0, bodyStart));
  const body = bytes.subarray(bodyStart);
  return {
    streamed,
    values: streamed ? eventsIn(dechunk(body)) : [JSON.parse(body.toString("utf8"))],
  };
}
