// What a hostile or broken server does with a connection, in pieces that the cases put together.
import type { Socket } from "node:net";
import { chunk, type Script, streamHead } from "../support/raw-server.ts";

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export const reset = (socket: Socket) => socket.resetAndDestroy();
export const close = (socket: Socket) => socket.end();
export const hold = () => {};

/** Writes, waits until it has surely arrived, then does something to the connection. */
export function sends(bytes: string | Uint8Array, act: (socket: Socket) => void): Script {
  return async (socket) => {
    socket.write(bytes);
    await pause(30);
    act(socket);
  };
}

/** Writes the beginning once, and the rest again and again as fast as it is taken. */
export function flood(beginning: string, again: string): Script {
  const block = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)));
  return (socket) => {
    socket.write(beginning);
    const pour = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on("drain", pour);
    pour();
  };
}

/** One byte of `again` every ten milliseconds, for ever. */
export function drip(beginning: string, again: string): Script {
  return async (socket) => {
    socket.write(beginning);
    for (let at = 0; !socket.destroyed; at = (at + 1) % again.length) {
      socket.write(again.slice(at, at + 1));
      await pause(10);
    }
  };
}

export const head = "HTTP/1.1 200 OK\r\n";
export const sse = "content-type: text/event-stream\r\n";
/** The head of a body that only the end of its connection ends. */
export const stream = `${head}connection: close\r\n${sse}\r\n`;

export function event(said: Record<string, unknown>): string {
  return `data: ${JSON.stringify(said)}\n\n`;
}

export const output = event({ choices: [{ index: 0, delta: { content: "Hi" } }] });
export const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });
export const done = "data: [DONE]\n\n";
export const goodBody = output + finish + usage + done;
export const good = `${streamHead}${chunk(goodBody)}0\r\n\r\n`;

export function answer(status: string, headers: string, body: string | Uint8Array): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}${length}\r\n`),
    Buffer.from(body),
  ]);
}
