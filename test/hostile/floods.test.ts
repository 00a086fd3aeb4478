// Servers that never end, in every place where something may be repeated.
import { chunk, streamHead } from "../support/raw-server.ts";
import { flood, goodBody, head, output, stream } from "./acts.ts";
import { attacks, type Expected } from "./attack.ts";

const large: Expected = ["bad_response", /^the response is larger than 16 MiB$/];
const onTheWire: Expected = ["bad_response", /more than 20 MiB on its connection/];
const overflow: Expected = ["bad_response", /HEADERS_OVERFLOW/];
const interim: Expected = ["bad_response", /more than 64 interim answers/];
const header = "x-again: and again\r\n";
const hint = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
const openLine = `${stream}data: {"choices":[{"delta":{"content":"`;

type Row = readonly [what: string, beginning: string, again: string, expected: Expected];
const rows: readonly Row[] = [
  ["headers", head, header, overflow],
  ["one header", `${head}x: `, "y", overflow],
  ["a reason", "HTTP/1.1 200 ", "OK", onTheWire],
  ["trailers", `${streamHead}${chunk(output)}0\r\n`, header, overflow],
  ["a chunk extension", `${streamHead}5;a=`, "y", onTheWire],
  ["zeros before a chunk's size", streamHead, "0", onTheWire],
  ["one line", openLine, "x", large],
  ["keep-alives", stream, ": keep-alive\n\n", large],
  ["blank lines", stream, "\r\n", large],
  ["events that say nothing", streamHead, chunk("data: {}\n\n"), onTheWire],
  ["output", stream, output, large],
  ["white space", stream, " \n", large],
  ["an open list", `${stream}[`, "{},", large],
  ["103", "", hint, interim],
  ["102", "", "HTTP/1.1 102 Processing\r\n\r\n", interim],
  ["100", "", "HTTP/1.1 100 Continue\r\n\r\n", ["bad_response", /bad response/]],
  [
    "an error page",
    "HTTP/1.1 500 Oops\r\n\r\n<html>",
    "<b>sorry</b>",
    ["http_status", /^HTTP 500: .*sorry/],
  ],
  ["more after its end event", stream + goodBody, output, "completed"],
];

attacks(
  rows.map(([what, beginning, again, expected]) => ({
    title: `sends ${what} without end`,
    script: flood(beginning, again),
    expected,
  })),
);
