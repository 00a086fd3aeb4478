// An oracle: which lines the Actions runner takes as commands, by the rules of its two command syntaxes.

const registered: ReadonlySet<string> = new Set([
  "add-mask",
  "add-matcher",
  "add-path",
  "debug",
  "echo",
  "endgroup",
  "error",
  "group",
  "notice",
  "remove-matcher",
  "save-state",
  "set-env",
  "set-output",
  "stop-commands",
  "warning",
]);

/** The runner compares by culture: characters that may be ignored do not count. */
function asCompared(line: string): string {
  return line.replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "");
}

function isRegistered(info: string): boolean {
  const [name = ""] = info.split(" ", 1);
  return registered.has(name.toLowerCase());
}

/** `::name …::` at the start of a line, white space before it allowed. */
function isCurrentSyntax(line: string): boolean {
  const trimmed = line.replace(/^[\s\u0085\u180e]+/u, "");
  if (!trimmed.startsWith("::")) return false;
  const end = trimmed.indexOf("::", 2);
  return end >= 0 && isRegistered(trimmed.slice(2, end));
}

/** `##[name …]` anywhere in a line. */
function isOldSyntax(line: string): boolean {
  const start = line.indexOf("##[");
  const end = line.indexOf("]", start);
  return start >= 0 && end >= 0 && isRegistered(line.slice(start + 3, end));
}

/** The first line of `text` that the runner would obey. */
export function commandIn(text: string): string | undefined {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .find((line) =>
      [line, asCompared(line)].some((each) => isCurrentSyntax(each) || isOldSyntax(each)),
    );
}
