// Safe text: what came from outside, printed where the Actions runner looks for commands in every line.

const longestText = 4_000;
const lineMark = "  | ";

/**
 * The runner takes `##[name]` anywhere in a line of stdout or stderr as a command. It compares by culture, where
 * ignorable characters do not count: those go first, then a thin space (which does count) parts the prefix.
 */
function defused(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?!\n)\p{Cc}/gu, "")
    .replace(/##(?=\[)/g, "##\u2009");
}

/**
 * Any text as lines that are never a command: each starts with a mark, which also keeps anchored problem matchers
 * of earlier steps away. Cut at 4,000 characters.
 */
export function safeText(outside: string): string {
  const cut = outside.length > longestText ? `${outside.slice(0, longestText)}…` : outside;
  const unified = cut.replace(/\r\n|[\r\u0085\u2028\u2029\v\f]/g, "\n").replaceAll("\t", " ");
  return defused(unified)
    .split("\n")
    .map((line) => `${lineMark}${line.trimEnd()}`)
    .join("\n");
}

/** A line of our own in which outside words may stand: `::` at its start would be a command too. */
export function safeLine(line: string): string {
  const single = defused(line.replace(/[\r\n\u0085\u2028\u2029\v\f\t]+/g, " "));
  return single.trimStart().startsWith("::") ? `${lineMark}${single.trimStart()}` : single;
}
