// Servers that fall silent, reset or close, at every phase of an answer.
import { chunk, streamHead } from "../support/raw-server.ts";
import { close, drip, finish, goodBody, head, hold, output, reset, sends, stream } from "./acts.ts";
import { type Attack, attacks, type Expected } from "./attack.ts";

const timeoutMs = 400;
const waiting = ": waiting\n\n";
const silent: readonly Attack[] = [
  { title: "never answers", script: hold, timeoutMs, expected: ["timeout", /before any answer/] },
  {
    title: "drips its head",
    script: drip(head, "x-a: b\r\n"),
    timeoutMs,
    expected: ["timeout", /before any answer/],
  },
  {
    title: "drips its body",
    script: drip(stream, waiting),
    timeoutMs,
    expected: ["timeout", /before any output/],
  },
  {
    title: "drips after its first output",
    script: drip(stream + output, waiting),
    timeoutMs,
    expected: ["timeout", /after 1 output/],
  },
  {
    title: "closes what it accepted",
    script: hold,
    accepted: close,
    expected: ["connect", /UND_ERR_SOCKET/],
  },
  {
    title: "resets what it accepted",
    script: hold,
    accepted: reset,
    expected: ["connect", /ECONNRESET|UND_ERR_SOCKET/],
  },
];

type Phase = readonly [when: string, bytes: string, ifReset: Expected, ifClosed?: Expected];
const lost: Expected = ["truncated", /(ECONNRESET|other side closed) before any output/];
const phases: readonly Phase[] = [
  ["before its head", "", ["connect", /ECONNRESET/], ["connect", /other side closed/]],
  ["inside its head", `${head}content-ty`, ["connect", /ECONNRESET/], ["connect", /closed/]],
  ["after its head", streamHead, lost],
  ["inside a chunk", streamHead + chunk(goodBody).slice(0, 40), lost],
  ["inside an event", streamHead + chunk(output.slice(0, 30)), lost],
  ["between events", streamHead + chunk(output), ["truncated", /after 1 output/]],
  ["after its finish reason", streamHead + chunk(output + finish), "completed"],
  ["after its end event", streamHead + chunk(goodBody), "completed"],
];
const cut = phases.flatMap(([when, bytes, ifReset, ifClosed = ifReset]): Attack[] => [
  { title: `resets ${when}`, script: sends(bytes, reset), expected: ifReset },
  { title: `closes ${when}`, script: sends(bytes, close), expected: ifClosed },
]);

attacks([...silent, ...cut]);
