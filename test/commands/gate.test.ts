// What only a job of main can do is refused elsewhere, before anything is sent.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const program = path.join(import.meta.dirname, "../../src/cli.ts");

test("a gate that records nothing can neither pin nor reset main's baseline", () => {
  const flags = ["--pin-baseline", "--reset-baseline", "--baseline", "none.json"];
  const endpoint = ["--endpoint", "http://127.0.0.1:9/v1", "--model", "m"];
  const { status, stderr } = spawnSync(process.execPath, [program, "gate", ...endpoint, ...flags], {
    encoding: "utf8",
  });
  expect(stderr).toContain("--pin-baseline: saw true; legal: beside --record alone");
  expect(stderr).toContain("--reset-baseline: saw true; legal: beside --record alone");
  expect(status).toBe(2);
});
