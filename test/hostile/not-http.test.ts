// Servers that speak something else, contradict themselves, or hide line ends in headers.
import { chunk, streamHead } from "../support/raw-server.ts";
import { answer, close, goodBody, head, hold, output, sends, stream } from "./acts.ts";
import { type Attack, attacks, type Expected } from "./attack.ts";

const malformed: Expected = ["bad_response", /HTTP\/1.1 protocol/];
const contradictory: Expected = ["bad_response", /LENGTH_MISMATCH/];
const empty = "content-length: 0\r\n\r\n";
const upgrade = "HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n";

type Row = readonly [title: string, bytes: string | Buffer, expected: Expected];
const held: readonly Row[] = [
  ["speaks SSH", "SSH-2.0-OpenSSH_9.6\r\n", malformed],
  ["speaks HTTP/0.9", "<html>::error::hello</html>", malformed],
  ["speaks HTTP/2", Buffer.from("000012040000000000", "hex"), malformed],
  ["alerts of TLS", Buffer.from("15030300020228", "hex"), malformed],
  ["switches protocols", upgrade, ["bad_response", /bad upgrade/]],
  ["answers with a status of 0", `HTTP/1.1 000 None\r\n${empty}`, ["bad_response", /ASSERTION/]],
  ["answers with a status of 999", `HTTP/1.1 999 Go\r\n${empty}`, ["http_status", /^HTTP 999$/]],
  ["promises two lengths", `${head}content-length: 5\r\n${stream}`, contradictory],
  [
    "promises a length and chunks",
    streamHead.replace("\r\n", `\r\ncontent-length: 5\r\n`),
    contradictory,
  ],
  ["sends a chunk longer than its size", `${streamHead}5\r\n${goodBody}\r\n`, malformed],
  [
    "sends more than it promised",
    `${answer("200 OK", "", output).subarray(0, -1)}more`,
    ["truncated", /without an end event/],
  ],
  ["puts a bare line feed into a header", `${head}x: y\n::error::z\r\n${empty}`, malformed],
  ["puts a bare return into a header", `${head}x: y\rset-cookie: z\r\n${empty}`, malformed],
  ["puts a zero byte into a header", `${head}x: y\u0000z\r\n${empty}`, malformed],
  ["folds a header", `${head}x: y\r\n ::error::z\r\n${empty}`, malformed],
  ["puts a space before a colon", `${head}x : y\r\n${empty}`, malformed],
];
const sizes = ["zz", "-1", "0x5", "", "5 5", "ffffffffffffffffff"].map(
  (size): Row => [
    `says ${JSON.stringify(size)} of a chunk's size`,
    `${streamHead}${size}\r\n`,
    malformed,
  ],
);
const lengths = ["abc", "-5", "5, 6", "9".repeat(30)].map(
  (length): Row => [
    `promises ${length} bytes`,
    `${head}content-length: ${length}\r\n\r\n`,
    ["bad_response", /./],
  ],
);

const cut: readonly Attack[] = [
  {
    title: "closes inside a chunk of 4 GiB",
    script: sends(`${streamHead}ffffffff\r\n${output}`, close),
    expected: ["truncated", /after 1 output/],
  },
  {
    title: "promises more than it sends, and closes",
    script: sends(`${head}connection: close\r\ncontent-length: 9999\r\n\r\n${output}`, close),
    expected: ["truncated", /LENGTH_MISMATCH.*after 1 output/],
  },
  {
    title: "promises more than it sends, and waits",
    script: sends(`${head}content-length: 9999\r\n\r\n${output}`, hold),
    timeoutMs: 400,
    expected: ["timeout", /after 1 output/],
  },
  {
    title: "sends a last chunk and no end",
    script: sends(`${streamHead}${chunk(goodBody)}0\r\n`, hold),
    expected: "completed",
  },
];

attacks([
  ...[...held, ...sizes, ...lengths].map(([title, bytes, expected]) => ({
    title,
    script: sends(bytes, hold),
    expected,
  })),
  ...cut,
]);
