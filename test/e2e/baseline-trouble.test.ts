// Baseline trouble: one that cannot be read is refused by its name, and left as it was.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatStored } from "../../src/baseline/codec.ts";
import { documentOf, mainRun } from "../support/fake-github/main-history.ts";
import { goodAnswer, scriptedServer } from "./scripted-server.ts";
import { gate, small, step, triggers } from "./small-gate.ts";
import { cli, type Finished, folder, valid } from "./support.ts";

describe("a baseline that was named and cannot be read is a configuration error", () => {
  /** Each damages a good document. */
  const damages: readonly { title: string; damage: (good: string) => string }[] = [
    { title: "truncated", damage: (good) => good.slice(0, good.length / 2) },
    { title: "of a newer schema", damage: (good) => good.replace(/"schema": *1/, '"schema": 99') },
    { title: "with NaN", damage: (good) => good.replace(/"y": *[-\d.e]+/, '"y": NaN') },
    { title: "with a negative error", damage: (good) => good.replace(/"w": *[-\d.e]+/, '"w": -1') },
    { title: "empty", damage: () => "" },
  ];

  const good = { baseline: formatStored(documentOf(mainRun(1))), run: formatStored(mainRun(2)) };

  async function damaged(damage: (good: string) => string) {
    const cwd = await folder();
    const { url, asked } = await scriptedServer(goodAnswer);
    const inputs = { ...small, endpoint: url };
    const path = join(cwd, "baseline.json");
    const bad = damage(good.baseline);
    expect(bad).not.toBe(good.baseline);
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
    await writeFile(join(cwd, "run.json"), good.run);
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
