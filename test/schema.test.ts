// The published JSON Schemas are the zod schemas', and accept and refuse what those do. UPDATE=1 rewrites the files.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { baselineSchema } from "../src/baseline/history.ts";
import { runSchema } from "../src/metrics/run.ts";
import { calibrationJson, calibrationSchema } from "../src/report/calibration/json.ts";
import { verdictJson, verdictSchema } from "../src/report/faces/json.ts";
import { calibrations } from "./report/calibration/scenes.ts";
import {
  aComparison,
  aHistoryRecord,
  anUncomparedCell,
  aPolicy,
  aRecord,
  aRun,
  aVerdict,
  aWorkloadRun,
  aWorkloadVerdict,
} from "./support/builders.ts";

interface Published {
  readonly name: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

const published: readonly Published[] = [
  { name: "run", title: "Latency Gate run", schema: runSchema },
  { name: "verdict", title: "Latency Gate verdict", schema: verdictSchema },
  { name: "baseline", title: "Latency Gate baseline", schema: baselineSchema },
  { name: "calibration", title: "Latency Gate calibration", schema: calibrationSchema },
];

/** Draft 07, as the configuration's; of what is read, so that fields with a default may be absent and others present. */
function jsonSchemaOf({ schema, title }: Published) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: "draft-7", io: "input" });
  return { $schema, title, ...rest };
}

test.each(published)("the file in schema/ of a $name is current (UPDATE=1 rewrites it)", (one) => {
  const path = `schema/${one.name}.schema.json`;
  const current = `${JSON.stringify(jsonSchemaOf(one), undefined, 2)}\n`;
  if (process.env["UPDATE"]) writeFileSync(path, current);
  expect(readFileSync(path, "utf8")).toBe(current);
});

/** As a file has it. */
const written = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));

const workload = aWorkloadRun({ records: [aRecord(), aRecord({ id: 1, outcome: "dropped" })] });
const run = written(aRun({ workloads: [workload] }));
const baseline = written({
  schema: 1,
  kind: "latency-gate-baseline",
  repository: null,
  workloads: {
    "chat-short": {
      key: workload.key,
      definition: workload.definition,
      history: [aHistoryRecord(), aHistoryRecord({ "ttft.p95": 412 }, { newEpoch: true })],
      newest: workload,
    },
  },
});
const verdict = written(
  verdictJson({
    verdict: aVerdict({
      workloads: [
        aWorkloadVerdict({ comparisons: [aComparison(), anUncomparedCell({ cell: "e2e.p95" })] }),
      ],
    }),
    run: aRun({ workloads: [workload] }),
    policy: aPolicy(),
  }),
);

type Path = readonly (string | number)[];
type Change = readonly [what: string, path: Path, value: unknown];

/** The same with one value replaced; `undefined` takes it out. */
function changed(document: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(document))
    return document.map((each, at) => (at === step ? changed(each, rest, value) : each));
  const fields = Object.entries(document ?? {});
  const inner = fields.find(([name]) => name === step)?.[1];
  return { ...Object.fromEntries(fields), [step]: changed(inner, rest, value) };
}

const inRecord = ["workloads", 0, "records", 0];
const inHistory = ["workloads", "chat-short", "history", 0];
const inCell = ["workloads", 0, "cells", "ttft.p95"];

const refused: Record<string, readonly Change[]> = {
  run: [
    ["of another version", ["schema"], 2],
    ["of another kind", ["kind"], "latency-gate-baseline"],
    ["without workloads", ["workloads"], undefined],
    ["with a time as text", [...inRecord, "ttftMs"], "230"],
    ["with a negative time", [...inRecord, "e2eMs"], -1],
    ["with half a token", [...inRecord, "outputTokens"], 12.5],
    ["with an unknown outcome", [...inRecord, "outcome"], "skipped"],
    ["with a missing time instead of null", [...inRecord, "ttftMs"], undefined],
  ],
  baseline: [
    ["of another version", ["schema"], 2],
    ["with a cell without y", [...inHistory, "cells", "ttft.p50", "y"], undefined],
    ["with a cell of no request", [...inHistory, "cells", "ttft.p50", "n"], 0],
    ["with fewer errors than none", [...inHistory, "err", "x"], -1],
  ],
  verdict: [
    ["with a word of its own", ["verdict"], "fine"],
    ["with an unknown finding", [...inCell, "finding"], "slower"],
    ["with a missing change instead of null", [...inCell, "change"], undefined],
  ],
  calibration: [
    ["of another kind", ["kind"], "latency-gate-verdict"],
    ["with half a job", ["workloads", 0, "jobs"], 2.5],
    [
      "with a missing remedy instead of null",
      ["workloads", 0, "cells", "e2e.p95", "remedy"],
      undefined,
    ],
  ],
};

const accepted: Record<string, readonly Change[]> = {
  run: [
    ["with a field of a later version", ["later"], true],
    ["with an answer's text", [...inRecord, "text"], "Hello"],
    ["of no known commit", ["commit"], null],
  ],
  baseline: [
    ["with a field of a later version", [...inHistory, "later"], 1],
    ["without what has a default", [...inHistory, "subject"], undefined],
  ],
  verdict: [["that never compared", ["workloads", 0, "baseline"], null]],
};

const calibration = written(
  calibrationJson({ ...calibrations["noisy"]!(), duets: calibrations["in-rounds"]!().duets }),
);
const documents: Record<string, unknown> = { run, baseline, verdict, calibration };

describe.each(published)("a $name", (one) => {
  const { name, schema } = one;
  const validate: ValidateFunction = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    jsonSchemaOf(one),
  );
  const both = (value: unknown) => [validate(value), schema.safeParse(value).success];
  const document = documents[name];

  test("as it is written is accepted", () => {
    expect(both(document), JSON.stringify(validate.errors)).toEqual([true, true]);
  });

  test.each(accepted[name] ?? [])("%s is accepted", (_, path, value) => {
    const other = written(changed(document, path, value));
    expect(both(other), JSON.stringify(validate.errors)).toEqual([true, true]);
  });

  test.each(refused[name] ?? [])("%s is refused", (_, path, value) => {
    expect(both(written(changed(document, path, value)))).toEqual([false, false]);
  });
});

/** Every name of a property, however deep. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

test.each(published)("docs/run-format.md explains every field of a $name", (one) => {
  const page = readFileSync("docs/run-format.md", "utf8");
  const fields = [...new Set(fieldsOf(jsonSchemaOf(one)))];
  expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
});
