// The trailer by which a commit accepts its own slowdown, with the reason.

export const acceptTrailer = "Latency-Accepted";

const line = new RegExp(`^${acceptTrailer}:[ \\t]*(\\S.*?)[ \\t]*$`, "im");

/** The reason in a commit's last paragraph, where git keeps trailers. */
export function reasonInMessage(message: string): string | undefined {
  const paragraphs = message
    .trim()
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/);
  return paragraphs.length > 1 ? reasonInText(paragraphs.at(-1) ?? "") : undefined;
}

/** The reason on a line of its own, as a description may give it. */
export function reasonInText(text: string): string | undefined {
  return line.exec(text.replaceAll("\r\n", "\n"))?.[1];
}
