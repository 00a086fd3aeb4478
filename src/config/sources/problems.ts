// Problems: everything wrong with a configuration, gathered before anything is said, without secrets.
import { configError, type Problem } from "../../errors.ts";
import { hidden, type Trouble } from "../fields/field.ts";

export interface Problems {
  add(input: string, value: string, legal: string): void;
  /** Troubles of one value; `input` names it. */
  addAll(input: string, troubles: readonly Trouble[]): void;
  /** Throws all of them at once, if there are any. */
  throwIfAny(): void;
}

/** "FILE: " or "gate.cells" and a path inside it as one name: "FILE: model", "gate.cells.ttft.p95". */
function nested(input: string, path: readonly string[]): string {
  return path
    .filter((part) => part !== "")
    .reduce(
      (name, part) => name + (/^\[/.test(part) || /\s$/.test(name) ? part : `.${part}`),
      input,
    );
}

/** A secret pasted into the wrong place must not be printed from there either. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), oneLine(text));
}

/** Names come from files too: a line break in one could start a workflow command in the log. */
function oneLine(text: string): string {
  return text.slice(0, 300).replaceAll(/\p{Cc}/gu, "\uFFFD");
}

/** A shorter "secret" would tear holes into the messages without hiding anything. */
const shortestSecret = 6;

export function gatherProblems(secrets: readonly (string | undefined)[]): Problems {
  const found = new Map<string, Problem>();
  const known = secrets.flatMap((each) => (each && each.length >= shortestSecret ? [each] : []));
  const add = (input: string, value: string, legal: string) => {
    const problem = { input: redact(input, known), value: redact(value, known), legal };
    found.set(JSON.stringify(problem), problem);
  };
  return {
    add,
    addAll: (input, troubles) => {
      for (const { path, value, legal } of troubles) add(nested(input, path), value, legal);
    },
    throwIfAny: () => {
      if (found.size > 0) throw configError([...found.values()]);
    },
  };
}
