// Never green: whatever an endpoint does, a measurement that did not come about is not a pass.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Answer,
  emptyAnswer,
  goodAnswer,
  hangingAfter,
  nobodyHome,
  refusal,
  scriptedServer,
  wholeAnswer,
} from "./scripted-server.ts";
import { flags, gate, type Inputs, small, step, triggers } from "./small-gate.ts";
import { cli, folder } from "./support.ts";

describe("what cannot be measured is invalid", () => {
  interface Case {
    readonly title: string;
    readonly answer: Answer | "nobody";
    readonly inputs?: Inputs;
    readonly says: RegExp;
    /** Generations asked for at most, in all. */
    readonly atMost: number;
  }

  const unknownModel = refusal(404, {
    message: "The model `m` does not exist",
    type: "invalid_request_error",
    code: "model_not_found",
  });
  const noKey = refusal(401, { message: "no key", type: "authentication_error" });
  const broken = refusal(500, { message: "out of memory", type: "server_error" });

  const cases: readonly Case[] = [
    { title: "nobody listens", answer: "nobody", says: /refused/i, atMost: 0 },
    { title: "401 to everything", answer: noKey, says: /401/, atMost: 10 },
    { title: "500 to everything", answer: broken, says: /500/, atMost: 10 },
    { title: "an unknown model", answer: unknownModel, says: /model/, atMost: 10 },
    { title: "200 and no output", answer: emptyAnswer, says: /without output/, atMost: 10 },
    {
      title: "no answer within the budget",
      answer: hangingAfter(1, goodAnswer),
      inputs: { budget: "2s", timeout: "60s", "drain-timeout": "200ms" },
      says: /budget|interrupted|completed|measured/i,
      atMost: 11,
    },
  ];

  async function start({ answer, inputs }: Case) {
    const server = answer === "nobody" ? undefined : await scriptedServer(answer);
    const endpoint = server?.url ?? (await nobodyHome());
    return { inputs: { ...small, ...inputs, endpoint }, asked: () => server?.asked() ?? 0 };
  }

  test.each(cases)("measure, $title", async (row) => {
    const { inputs, asked } = await start(row);
    const { code, output } = await cli(await folder(), [
      "measure",
      ...flags(inputs),
      ...["--out", "run.json"],
    ]);
    expect({ code, output }).toMatchObject({ code: 3, output: expect.stringMatching(row.says) });
    expect(asked()).toBeLessThanOrEqual(row.atMost);
  });

  test.each(cases)("gate, $title", async (row) => {
    const { inputs, asked } = await start(row);
    const { code, output } = await gate(await folder(), inputs);
    expect({ code, output }).toMatchObject({ code: 3, output: expect.stringMatching(row.says) });
    expect(output).not.toMatch(/\bpassed\b/i);
    expect(asked()).toBeLessThanOrEqual(row.atMost);
  });

  test.each(cases.flatMap((row) => triggers.map((event) => ({ ...row, event }))))(
    "the action on $event, $title",
    async (row) => {
      const { inputs, asked } = await start(row);
      const cwd = await folder();
      const { code, output, outputs } = await step(cwd, inputs, row.event);
      expect({ code, output }).toMatchObject({ code: 3, output: expect.stringMatching(row.says) });
      expect(outputs).toMatchObject({ verdict: "invalid" });
      expect(asked()).toBeLessThanOrEqual(row.atMost);
      await expect(readFile(join(cwd, "baseline.json"))).rejects.toThrow("ENOENT");
    },
  );
});

test("a named cell that this mode cannot produce is no pass", async () => {
  const cwd = await folder();
  const { url } = await scriptedServer(wholeAnswer);
  const config = "stream: false\ngate:\n  cells:\n    ttft.p95:\n      max-increase: 15%\n";
  await writeFile(join(cwd, "gate.yml"), config);
  const { code, output } = await gate(cwd, { ...small, endpoint: url, config: "gate.yml" });
  expect({ code, output }).toMatchObject({
    code: 3,
    output: expect.stringContaining("TTFT p95 has no number"),
  });
});

test("zero requests are refused", async () => {
  const { url, asked } = await scriptedServer(goodAnswer);
  const { code, output } = await gate(await folder(), { ...small, endpoint: url, requests: "0" });
  expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining("requests") });
  expect(asked()).toBe(0);
});

test("a workload without a number is no pass, however well the others did", async () => {
  const cwd = await folder();
  // One probe and ten requests of the first workload; the second's probe waits for ever.
  const { url } = await scriptedServer(hangingAfter(11, goodAnswer));
  await writeFile(join(cwd, "gate.yml"), "workloads:\n  first: {}\n  second: { seed: 2 }\n");
  const inputs = { ...small, timeout: "1s", endpoint: url, config: "gate.yml" };
  const { code, output } = await gate(cwd, inputs);
  expect({ code, output }).toMatchObject({ code: 3, output: expect.stringContaining("second") });
});

test("no policy softens an invalid measurement", async () => {
  const endpoint = await nobodyHome();
  const lenient = { "on-regression": "warn", "on-inconclusive": "pass", "on-no-baseline": "pass" };
  const { code } = await gate(await folder(), { ...small, ...lenient, endpoint });
  expect(code).toBe(3);
});
