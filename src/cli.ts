#!/usr/bin/env node
// The command line's door: finds a Node that is new enough, then runs the program.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const required = 24;

/** `npm ci` in a clone brings a Node 24 along; a system with an older one uses that. */
const bundledNode = path.join(import.meta.dirname, "../../node_modules/node/bin/node");

function isNewEnough(): boolean {
  return Number.parseInt(process.versions.node, 10) >= required;
}

function runWith(node: string): void {
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

if (isNewEnough()) {
  const { main } = await import("./commands/program.ts");
  process.exitCode = await main(process.argv);
} else if (existsSync(bundledNode)) {
  runWith(bundledNode);
} else {
  process.stderr.write(`latency-gate needs Node ${required}; this is ${process.version}.\n`);
  process.exitCode = 2;
}
