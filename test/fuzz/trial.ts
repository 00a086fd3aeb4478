// One trial: a report made of hostile strings, through every face and sink, and whatever came through that should not.
import { formatBody, parseBody } from "../../src/github/comment/body.ts";
import { reasonOf } from "../../src/github/sink.ts";
import { extractFrom, parseExtract } from "../../src/report/extract/extract.ts";
import { inputFrom, retold } from "../../src/report/extract/restore.ts";
import { renderComment, renderSummary } from "../../src/report/faces/markdown.ts";
import { renderTerminal } from "../../src/report/faces/terminal.ts";
import type { ReportInput } from "../../src/report/input.ts";
import { type Report, reportFrom } from "../../src/report/report.ts";
import { redactAll, redactor, secretForms } from "../../src/report/text/redact.ts";
import { safeLine, safeText } from "../../src/report/text/safe-text.ts";
import { type Random, randomFrom } from "../../src/stats/random.ts";
import { scenes } from "../report/scenes.ts";
import { commandIn } from "../support/runner-commands.ts";
import { look } from "./markdown-oracle.ts";
import { poison } from "./poison.ts";
import { hostileString } from "./strings.ts";

const runUrl = "https://github.com/acme/app/actions/runs/9001";
const page = { colour: false, width: 100 };
const secretLetters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_/+=";

function secretFrom(random: Random): string {
  const letter = () => secretLetters[Math.floor(random() * secretLetters.length)] ?? "x";
  return `sk-${Array.from({ length: 24 }, letter).join("")}`;
}

/** Equal texts become equal strings, so that names still name what they named. */
function replacement(draw: () => string) {
  const known = new Map<string, string>();
  return (text: string) => {
    const found = known.get(text) ?? draw();
    known.set(text, found);
    return found;
  };
}

export interface Trial {
  /** Strings that went in. */
  readonly strings: number;
  /** Sentences; empty where all is well. */
  readonly faults: readonly string[];
}

/** Marks and several sections around it, as it is posted. */
function posted(text: string, name: string, verdict: ReportInput["verdict"]["kind"]): string {
  const state = { run: { id: 1, attempt: 1 }, sha: name, verdict };
  const sections = [
    { state: { ...state, name }, text },
    { state: { ...state, name: `${name}2` }, text: "### other" },
  ];
  return formatBody({ posting: 1, sections });
}

function markdownFaults(report: Report, name: string, redact: (text: string) => string) {
  const comment = redact(renderComment(report, { runUrl }));
  const body = posted(comment, name, report.kind);
  const names = parseBody(body)?.sections.map(({ state }) => state.name) ?? [];
  const wanted = [name, `${name}2`].map((each) => each.toWellFormed());
  const kept = wanted.every((each) => names.includes(each)) && names.length === 2;
  const summary = redact(renderSummary(report, { runUrl }));
  return {
    texts: [comment, summary],
    faults: [
      ...look(body, runUrl).faults.map((fault) => `comment: ${fault}`),
      ...look(summary, runUrl).faults.map((fault) => `summary: ${fault}`),
      ...(kept ? [] : [`comment: its sections are ${JSON.stringify(names)}`]),
    ],
  };
}

function commandFaults(where: string, text: string): string[] {
  const command = commandIn(text);
  return command === undefined ? [] : [`${where}: a command: ${command}`];
}

function lineFaults(outside: string): string[] {
  const reason = reasonOf(Object.assign(new Error(outside), { status: 502 }));
  const line = safeLine(`Could not comment: ${reason}`);
  return [
    ...(/[\r\n\u0085\u2028\u2029]/.test(line + safeLine(outside)) ? ["log: two lines"] : []),
    ...commandFaults("log", line),
    ...commandFaults("log", safeLine(outside)),
    ...commandFaults("stack", safeText(outside)),
  ];
}

/** An artifact of ours in which somebody wrote what they liked. */
function artifactFaults(input: ReportInput, draw: () => string, random: Random): string[] {
  const extract = JSON.stringify(extractFrom({ ...input, name: "default" }) ?? {});
  const forged = extract.replace(/"[^"\\]*"(?!:)/g, (text) =>
    random() < 0.02 ? JSON.stringify(draw()) : text,
  );
  const parsed = parseExtract(forged);
  if (parsed === undefined) return [];
  const comment = renderComment(retold(inputFrom(parsed), "Told again."), { runUrl });
  return look(comment, runUrl).faults.map((fault) => `retold: ${fault}`);
}

const kinds = Object.keys(scenes);

export function trial(seed: number): Trial {
  const random = randomFrom(seed);
  const secret = secretFrom(random);
  let strings = 0;
  const draw = (holds: boolean) => () => {
    strings += 1;
    const forms = secretForms(secret);
    const form = forms[Math.floor(random() * forms.length)];
    return hostileString(random, holds ? form : undefined);
  };
  const clean = scenes[kinds[Math.floor(random() * kinds.length)] ?? ""]?.();
  if (!clean) throw new Error("there are no scenes");
  const rest = replacement(draw(false));
  const both = poison(clean, { run: replacement(draw(true)), rest });
  const redact = redactor([secret]);
  const input = { ...both, run: redactAll(both.run, redact) };
  const report = reportFrom(input);
  const name = rest("chat-short") || "x";
  const markdown = markdownFaults(report, name, redact);
  const terminal = redact(renderTerminal(report, page));
  const annotations = report.annotations.map(({ message }) => redact(message));
  const outside = draw(true);
  const texts = [...markdown.texts, terminal, ...annotations];
  const leaked = secretForms(secret).find((form) => texts.some((text) => text.includes(form)));
  return {
    strings,
    faults: [
      ...markdown.faults,
      ...commandFaults("terminal", terminal),
      ...annotations.flatMap((message) => commandFaults("annotation", message)),
      ...(annotations.some((message) => message.includes("\n")) ? ["annotation: two lines"] : []),
      ...(leaked === undefined ? [] : [`a secret: ${leaked}`]),
      ...lineFaults(outside()),
      ...lineFaults(outside()),
      ...artifactFaults(clean, draw(false), random),
    ],
  };
}
