// Good HTTP with words that a runner or a terminal might obey, and answers that are odd but honest.
import {
  answer,
  close,
  done,
  event,
  good,
  goodBody,
  head,
  hold,
  sends,
  sse,
  stream,
} from "./acts.ts";
import { attacks, type Expected } from "./attack.ts";

const commands =
  "\u001b[31m::error::x\r\n::set-output name=verdict::passed\n##[error]x\u2028::warning::y\u0000\u202e";
const html = `<html><title>${commands}</title></html>`;
const object = JSON.stringify({ error: { message: commands, code: "::add-mask::x" } });
const location = "location: ::error::http://elsewhere/##[error]y?token=z\r\n";
const hint = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
const page = "content-type: text/html\r\n";
const redirected: Expected = ["http_status", /^HTTP 302: a redirect.*base URL[^?]*$/];
const nothing: Expected = ["empty_output", /the body is empty/];

type Row = readonly [title: string, bytes: string | Buffer, expected: Expected];
const rows: readonly Row[] = [
  ["commands in a redirect", answer("302 Found", location, ""), redirected],
  ["commands in a page of failure", answer("502 Oops", page, html), ["http_status", /^HTTP 502: /]],
  ["commands in its reason", answer("502 ::error::x", "", ""), ["http_status", /^HTTP 502$/]],
  ["commands in an error", answer("400 Bad", "", object), ["http_status", /^HTTP 400: /]],
  [
    "commands in an error of a stream",
    answer("200 OK", sse, event(JSON.parse(object))),
    ["in_stream_error", /./],
  ],
  ["commands in a page of success", answer("200 OK", page, html), ["bad_response", /neither JSON/]],
  [
    "commands in a broken event",
    answer("200 OK", sse, `data: {${commands}\n\n`),
    ["bad_response", /not a JSON/],
  ],
  ...["text/plain", "application/json", "text/html", "", "::error::x"].map(
    (type): Row => [
      `calls its stream ${JSON.stringify(type)}`,
      answer("200 OK", `content-type: ${type}\r\n`, goodBody),
      "completed",
    ],
  ),
  ["gives a hint before its answer", `${hint}${good}`, "completed"],
  ["answers 204", "HTTP/1.1 204 No Content\r\n\r\n", nothing],
  ["answers 204 with a body", answer("204 No Content", "", goodBody), nothing],
  ["answers 304", "HTTP/1.1 304 Not Modified\r\n\r\n", ["http_status", /^HTTP 304$/]],
  ["answers with nothing", answer("200 OK", sse, ""), nothing],
  ["says only that it is done", answer("200 OK", sse, done), ["empty_output", /without output/]],
  [
    "sends a header of 15 kB",
    answer("200 OK", `server: ${"x".repeat(15_000)}\r\n`, goodBody),
    "completed",
  ],
];

attacks([
  ...rows.map(([title, bytes, expected]) => ({ title, script: sends(bytes, hold), expected })),
  { title: "closes after an empty head", script: sends(stream, close), expected: nothing },
  {
    title: "closes after half a head",
    script: sends(`${head}x`, close),
    expected: ["connect", /./],
  },
]);
