// Never green: whatever an endpoint or a baseline does, nothing measured or nothing compared is not a pass.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeGitHub } from "./fake-github.ts";
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
import {
  type ActionFinished,
  action,
  cli,
  type Finished,
  folder,
  type Trigger,
  valid,
} from "./support.ts";

/** As inputs of the action; the command line takes the same names as flags. */
type Inputs = Readonly<Record<string, string>>;

const small: Inputs = {
  model: "m",
  requests: "10",
  concurrency: "10",
  "prompt-tokens": "16",
  "output-tokens": "4",
  "warm-up": "0",
  timeout: "5s",
  "ready-timeout": "1s",
};

const flags = (inputs: Inputs) =>
  Object.entries(inputs).flatMap(([name, value]) => [`--${name}`, value]);

function gate(cwd: string, inputs: Inputs, extra: readonly string[] = []) {
  const json = ["--json", "verdict.json", "--markdown", "verdict.md"];
  return cli(cwd, ["gate", "--baseline", "baseline.json", ...flags(inputs), ...json, ...extra]);
}

const triggers = ["push", "pull_request"] as const;

async function step(cwd: string, inputs: Inputs, event: Trigger["event"]): Promise<ActionFinished> {
  const { api } = await fakeGitHub();
  const trigger: Trigger = { event, sha: "c".repeat(40), runId: 42, api };
  const named = { baseline: "baseline.json", "github-token": "t", ...inputs };
  return action({ cwd, inputs: named, trigger });
}

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

describe("a baseline that was named and cannot be read is a configuration error", () => {
  /** Each damages a good document. */
  const damages: readonly { title: string; damage: (good: string) => string }[] = [
    { title: "truncated", damage: (good) => good.slice(0, good.length / 2) },
    { title: "of a newer schema", damage: (good) => good.replace(/"schema": *1/, '"schema": 99') },
    { title: "with NaN", damage: (good) => good.replace(/"y": *[-\d.e]+/, '"y": NaN') },
    { title: "with a negative error", damage: (good) => good.replace(/"w": *[-\d.e]+/, '"w": -1') },
    { title: "empty", damage: () => "" },
  ];

  async function goodFiles() {
    const cwd = await folder();
    const { url } = await scriptedServer(goodAnswer);
    const inputs = { ...small, endpoint: url };
    expect(await valid(() => gate(cwd, inputs, ["--record"]))).toMatchObject({ code: 0 });
    await cli(cwd, ["measure", ...flags(inputs), "--out", "run.json"]);
    const text = (file: string) => readFile(join(cwd, file), "utf8");
    return { baseline: await text("baseline.json"), run: await text("run.json") };
  }
  /** Made once, by the test that comes first. */
  let made: ReturnType<typeof goodFiles> | undefined;
  const good = () => {
    made ??= goodFiles();
    return made;
  };

  async function damaged(damage: (good: string) => string) {
    const cwd = await folder();
    const { url, asked } = await scriptedServer(goodAnswer);
    const inputs = { ...small, endpoint: url };
    const path = join(cwd, "baseline.json");
    const { baseline } = await good();
    const bad = damage(baseline);
    expect(bad).not.toBe(baseline);
    await writeFile(path, bad);
    /** Refused by name before anything was asked, and left as it was. */
    const expectRefusal = async ({ code, output }: Finished) => {
      expect({ code, output }).toMatchObject({
        code: 2,
        output: expect.stringContaining("baseline.json"),
      });
      expect(asked()).toBe(0);
      expect(await readFile(path, "utf8")).toBe(bad);
    };
    return { cwd, inputs, expectRefusal };
  }

  test.each(damages)("gate, $title", async ({ damage }) => {
    const { cwd, inputs, expectRefusal } = await damaged(damage);
    await expectRefusal(await gate(cwd, inputs));
  });

  test.each(damages)("gate --record, $title", async ({ damage }) => {
    const { cwd, inputs, expectRefusal } = await damaged(damage);
    await expectRefusal(await gate(cwd, inputs, ["--record"]));
  });

  test.each(damages.flatMap((row) => triggers.map((event) => ({ ...row, event }))))(
    "the action on $event, $title",
    async ({ damage, event }) => {
      const { cwd, inputs, expectRefusal } = await damaged(damage);
      const finished = await step(cwd, inputs, event);
      await expectRefusal(finished);
      expect(finished.outputs["verdict"]).not.toBe("passed");
    },
  );

  test.each(damages)("compare, $title", async ({ damage }) => {
    const { cwd, expectRefusal } = await damaged(damage);
    await writeFile(join(cwd, "run.json"), (await good()).run);
    await expectRefusal(
      await cli(cwd, ["compare", "--baseline", "baseline.json", "--candidate", "run.json"]),
    );
  });

  test("a directory in place of nothing is no baseline yet, and no crash", async () => {
    const cwd = await folder();
    await mkdir(join(cwd, "baseline.json"));
    const { url } = await scriptedServer(goodAnswer);
    const { code, output } = await valid(() => gate(cwd, { ...small, endpoint: url }));
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/baseline/) });
    expect(output).not.toMatch(/\bpassed\b/i);
  });
});

describe("another workload is inconclusive and says what differs", () => {
  async function recorded() {
    const cwd = await folder();
    const { url } = await scriptedServer(goodAnswer);
    await valid(() => gate(cwd, { ...small, endpoint: url }, ["--record"]));
    return { cwd, inputs: { ...small, endpoint: url, "prompt-tokens": "17" } };
  }

  test("gate", async () => {
    const { cwd, inputs } = await recorded();
    const { code } = await valid(() => gate(cwd, inputs));
    const verdict = JSON.parse(await readFile(join(cwd, "verdict.json"), "utf8"));
    expect(code).toBe(0);
    expect(verdict).toMatchObject({ verdict: "inconclusive" });
    expect(await readFile(join(cwd, "verdict.md"), "utf8")).toMatch(/prompt-tokens.*16.*17/);
  });

  test("gate, when the inconclusive is to fail", async () => {
    const { cwd, inputs } = await recorded();
    const { code } = await valid(() => gate(cwd, { ...inputs, "on-inconclusive": "fail" }));
    expect(code).toBe(1);
  });

  test("the action", async () => {
    const { cwd, inputs } = await recorded();
    const run = () => step(cwd, inputs, "pull_request");
    const { code, output, outputs, summary } = await valid(run);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(outputs).toMatchObject({ verdict: "inconclusive" });
    expect(output).toMatch(/^::warning/m);
    expect(summary).toMatch(/prompt-tokens.*16.*17/);
  });
});
