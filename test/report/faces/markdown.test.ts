// The comment: goldens per verdict kind, hostile names, and cutting to size. A changed golden is reviewed as text.
import { describe, expect, test } from "vitest";
import { renderComment, renderSummary } from "../../../src/report/faces/markdown.ts";
import type { ReportInput } from "../../../src/report/input.ts";
import { reportFrom } from "../../../src/report/report.ts";
import type { BaselineIdentity, Comparison } from "../../../src/verdict/verdict.ts";
import { aRun, aVerdict, aWorkloadRun, aWorkloadVerdict } from "../../support/builders.ts";
import { anInput, cellsOfPass, scenes } from "../scenes.ts";

describe("the comment", () => {
  test.each(Object.entries(scenes))("of a run that is %s reads as agreed", async (name, scene) => {
    const comment = renderComment(reportFrom(scene()), {
      runUrl: "https://github.com/acme/app/actions/runs/9001",
    });
    await expect(comment).toMatchFileSnapshot(`../../golden/report/${name}.md`);
  });

  test.each(Object.entries(scenes))(
    "of a run that is %s holds no number that is none",
    (_, scene) => {
      const comment = renderComment(reportFrom(scene()));
      expect(comment).not.toMatch(/NaN|Infinity|undefined|null|\+-|\+\u2212/);
    },
  );

  test("links the run only where the address is one", () => {
    const report = reportFrom(anInput());
    expect(renderComment(report, { runUrl: "https://t.test/a) [x](y" })).not.toContain("](");
  });
});

/** Names and texts that an endpoint, a branch or a config could hold. */
const hostile =
  '@octocat #1 a|b `x` --> </details><img src="https://t.test/p.png">\n# head\n::error::x';

const hostileBaselines: Readonly<Record<string, BaselineIdentity>> = {
  history: {
    kind: "history",
    source: hostile,
    sha: hostile,
    time: hostile,
    match: "exact",
    jobs: 3,
  },
  duet: { kind: "duet", endpoint: `https://h.test/${hostile}`, rounds: 10, placementDuets: 0 },
};

function hostileInput(baseline?: BaselineIdentity): ReportInput {
  const workload = aWorkloadRun({
    name: hostile,
    servedBy: { models: [hostile], fingerprints: [hostile], servers: [hostile] },
    warnings: [{ code: "x", message: `the model is ${hostile}` }],
  });
  const run = aRun({
    endpoint: `https://h.test/${hostile}`,
    environment: { ...aRun().environment, model: hostile, hardware: hostile },
    workloads: [
      {
        ...workload,
        definition: { ...workload.definition, model: hostile },
        counts: {
          ...workload.counts,
          failed: 3,
          failures: { [hostile]: 3 },
          examples: [{ failure: hostile, status: 502, detail: hostile }],
        },
      },
    ],
  });
  const comparisons = cellsOfPass().map(
    (each): Comparison => ({ ...each, workload: hostile, note: `because ${hostile}` }),
  );
  return anInput({
    name: hostile,
    run,
    verdict: aVerdict({
      kind: "regressed",
      because: [hostile],
      workloads: [
        aWorkloadVerdict({
          workload: hostile,
          comparisons: comparisons.map((each, index) =>
            index === 0 ? { ...each, finding: "regressed" } : each,
          ),
          ...(baseline && { baseline }),
          warnings: [{ code: "y", message: hostile }],
        }),
      ],
    }),
    commit: { head: hostile, base: hostile },
    acceptLabel: hostile,
    baselineSource: hostile,
    reproduce: `latency-gate gate --model '${hostile}'`,
  });
}

/** What is left once code, in which GitHub resolves nothing, is taken out. */
function outsideCode(markdown: string): string {
  return markdown
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, "")
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "")
    .replace(/<code>.*?<\/code>/g, "");
}

describe.each(Object.entries(hostileBaselines))("names from outside, by %s", (_, baseline) => {
  const comment = renderComment(reportFrom(hostileInput(baseline)));
  const live = outsideCode(comment);

  test("mention nobody, refer to nothing and show no image", () => {
    expect(live).not.toMatch(/@[a-z]/i);
    expect(live).not.toMatch(/(?<!&)#\d/);
    expect(live).not.toMatch(/<img|<\/?h1|-->|https?:\/\//);
  });

  test("leave the tags balanced and ours only", () => {
    const tags = live.match(/<\/?[a-z]+[^>]*>/gi) ?? [];
    expect(new Set(tags)).toEqual(
      new Set(["<details>", "</details>", "<summary>", "</summary>", "<sub>", "</sub>"]),
    );
    expect(tags.filter((tag) => tag === "<details>")).toHaveLength(
      tags.filter((tag) => tag === "</details>").length,
    );
  });

  test("leave every table with its columns", () => {
    const widths = (row: string) => row.replace(/\\[\s\S]/g, "").split("|").length;
    for (const table of comment.match(/(?:^\|.*\|$\n?)+/gm) ?? []) {
      const rows = table.trimEnd().split("\n").map(widths);
      expect(new Set(rows).size, table).toBe(1);
    }
  });

  test("start no heading of their own", () => expect(live.match(/^#+ /gm)).toEqual(["### "]));

  test.each([
    ["---", "\\---"],
    ["--", "\\--"],
    ["===", "\\==="],
    ["-", "\\-"],
    ["- x", "\\- x"],
    ["1. x", "1\\. x"],
    [" 1. ---", "1\\. ---"],
  ])("are neither rule nor underline nor list, though all of a line is %j", (said, shown) => {
    const parts = { e2e: 3, waiting: 1, pace: 1, tail: 1 };
    const explanation = { before: parts, after: parts, moved: "pace", sentence: said } as const;
    const verdict = aVerdict({ workloads: [aWorkloadVerdict({ explanation })] });
    const lines = renderComment(reportFrom(anInput({ verdict }))).split("\n");
    expect(lines).toContain(shown);
    expect(lines).not.toContain(said);
  });
});

describe("a report that is too long", () => {
  const workloads = Array.from({ length: 120 }, (_, index) => `chat-${index}`);
  const slow = (workload: string) =>
    aWorkloadVerdict({
      workload,
      comparisons: cellsOfPass({
        "ttft.p95": { candidate: 540, finding: "regressed" },
      }).map((each) => ({ ...each, workload })),
    });
  const report = reportFrom(
    anInput({
      run: aRun({ workloads: workloads.map((name) => aWorkloadRun({ name })) }),
      verdict: aVerdict({ kind: "regressed", workloads: workloads.map(slow) }),
    }),
  );
  const check = (maxBytes: number) => {
    const comment = renderComment(report, { maxBytes });
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(maxBytes);
    expect(comment.split("\n")[0]).toBe("### 🔴 Slower: `chat-0` time to first token p95 +31 %");
    expect(comment).toContain("Shortened to fit; left out:");
    expect(comment.match(/<details>/g)?.length).toBe(comment.match(/<\/details>/g)?.length);
    // Cut between rows: the last line of every table is whole.
    for (const row of comment.match(/^\|.*$/gm) ?? []) expect(row).toMatch(/\|$/);
    return comment;
  };

  test("fits, verdict first, and says what was left out", () => check(60_000));
  test("fits into a few lines", () => check(2_000));
  test("keeps every row that fits", () => {
    const rows = check(3_000).match(/^\| (?!:|`)/gm)?.length ?? 0;
    expect(rows).toBeGreaterThan(0);
  });
  test("loses its folds before its table, the last of them first", () => {
    const one = reportFrom(scenes["regressed"]?.() ?? anInput());
    const whole = renderComment(one);
    const less = renderComment(one, { maxBytes: Buffer.byteLength(whole) - 1 });
    expect(less).toContain("left out: “Reproduce, or accept this change”");
    expect(less).toContain("<summary>Environment and baseline</summary>");
    expect(less).toContain("**TTFT p95**");
  });
  test("is whole in the summary", () =>
    expect(renderSummary(report)).not.toContain("Shortened to fit"));
});
