// Summary, outputs, annotations, inputs and masks as the runner gets them: files, variables and lines of stdout.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { annotate } from "../../src/github/runner/annotations.ts";
import { maskSecrets, readInput } from "../../src/github/runner/inputs.ts";
import { outputsOf, writeOutputs } from "../../src/github/runner/outputs.ts";
import { writeSummary } from "../../src/github/runner/summary.ts";
import { aComparison, aVerdict, aWorkloadVerdict } from "../support/builders.ts";

let folder: string;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gate-"));
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    lines.push(String(chunk).trimEnd());
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe("the job summary", () => {
  // @actions/core remembers the first summary file that it could use: these tests share one, in this order.
  const shared = join(tmpdir(), `gate-summary-${process.pid}.md`);
  afterAll(() => rm(shared));

  async function written(markdown: string): Promise<string> {
    await writeFile(shared, "before\n");
    vi.stubEnv("GITHUB_STEP_SUMMARY", shared);
    expect(await writeSummary(markdown)).toEqual([]);
    return readFile(shared, "utf8");
  }

  test("that cannot be written is a warning", async () => {
    vi.stubEnv("GITHUB_STEP_SUMMARY", join(folder, "none"));
    expect((await writeSummary("### ok")).map(({ code }) => code)).toEqual(["summary-failed"]);
  });

  test("is appended, as raw markdown", async () => {
    expect(await written("### ok | <b>")).toContain("before\n");
    expect(await written("### ok | <b>")).toMatch(/### ok \| <b>\n$/);
  });

  test("stays below the size at which the runner drops it, cut at a line", async () => {
    const line = "é".repeat(50);
    const text = await written(`${line}\n`.repeat(12_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024 + 20);
    expect(new Set(text.trimEnd().split("\n"))).toEqual(new Set(["before", line]));
  });
});

const slower = aVerdict({
  kind: "regressed",
  workloads: [
    aWorkloadVerdict({
      comparisons: [
        aComparison({ cell: "ttft.p50", candidate: 480, finding: "regressed", limit: 0.1 }),
        aComparison({ candidate: 600, finding: "regressed" }),
        aComparison({ cell: "e2e.p95" }),
        aComparison({ cell: "ttft.p99", finding: "regressed", gating: false }),
      ],
    }),
  ],
});

describe("outputs", () => {
  test("name the regressed cells that gate, worst first", () => {
    expect(outputsOf({ verdict: slower, resultsPath: "/tmp/run.json" })).toEqual({
      verdict: "regressed",
      regressions: '["chat-short/ttft.p95","chat-short/ttft.p50"]',
      compared: "3",
      "results-path": "/tmp/run.json",
      "report-path": "",
      "baseline-sha": "a1b2c3d".padEnd(40, "0"),
      "comment-url": "",
    });
  });

  test("cannot be forged by a value with lines of its own", async () => {
    const path = join(folder, "output");
    await writeFile(path, "");
    vi.stubEnv("GITHUB_OUTPUT", path);
    expect(await writeOutputs({ verdict: slower, reportPath: "ok\nEOF\nverdict=passed" })).toEqual(
      [],
    );
    const written = await readFile(path, "utf8");
    expect(written).toMatch(/^verdict<<(ghadelimiter_\S+)\nregressed\n\1$/m);
  });

  test("that cannot be written are a warning", async () => {
    vi.stubEnv("GITHUB_OUTPUT", join(folder, "none", "output"));
    expect((await writeOutputs({ verdict: slower })).map(({ code }) => code)).toEqual([
      "outputs-failed",
    ]);
  });
});

describe("annotations", () => {
  test("keep their level and are escaped", async () => {
    await annotate([
      { level: "error", message: "TTFT p95 +31 %\n::warning::no" },
      { level: "notice", message: "fine" },
    ]);
    expect(lines).toEqual([
      "::error title=Latency Gate::TTFT p95 +31 %25%0A::warning::no",
      "::notice title=Latency Gate::fine",
    ]);
  });

  test("beyond ten of a level are counted by the tenth", async () => {
    const many = Array.from(
      { length: 14 },
      (_, i) => ({ level: "error", message: `${i}` }) as const,
    );
    await annotate(many);
    expect(lines).toHaveLength(10);
    expect(lines[8]).toBe("::error title=Latency Gate::8");
    expect(lines[9]).toBe("::error title=Latency Gate::And 5 more; see the job summary.");
  });
});

describe("inputs", () => {
  const check = (value: string, expected: string) => {
    vi.stubEnv("INPUT_GATE", value);
    expect(readInput("gate")).toBe(expected);
  };
  test("of one line are trimmed", () => check("  300 \n", "300"));
  test("of several keep the indentation of the first", () =>
    check("\n  alpha: 0.05\n  confirm: 1\n", "  alpha: 0.05\n  confirm: 1"));
  test("that are absent are empty", () => expect(readInput("no-such-input")).toBe(""));
});

describe("secrets", () => {
  test("are masked as they are, with Bearer, in URLs and in base64", () => {
    maskSecrets(["sk-a/b+c=1234", undefined, ""]);
    expect(lines).toEqual(
      expect.arrayContaining([
        "::add-mask::sk-a/b+c=1234",
        "::add-mask::Bearer sk-a/b+c=1234",
        "::add-mask::sk-a%252Fb%252Bc%253D1234",
        "::add-mask::c2stYS9iK2M9MTIzNA==",
      ]),
    );
  });

  test("that are placeholders hide nothing but themselves", () => {
    maskSecrets(["none"]);
    expect(lines).toEqual(["::add-mask::none", "::add-mask::Bearer none"]);
  });
});
