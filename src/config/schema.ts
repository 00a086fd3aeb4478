// The config file's JSON Schema, for editors, from the table of settings.
import { cellDefinitions, cellsField } from "./cells.ts";
import type { JsonSchema } from "./fields/field.ts";
import type { Place } from "./settings/setting.ts";
import { settingsAt } from "./settings/settings.ts";

function properties(...places: readonly Place[]): JsonSchema {
  return Object.fromEntries(
    settingsAt(...places).map(({ name, description, field }) => [
      name,
      { description, ...field.schema },
    ]),
  );
}

function object(description: string, members: JsonSchema): JsonSchema {
  return { description, type: "object", additionalProperties: false, properties: members };
}

/** Draft 07, which editors know best. What is accepted by it and yet wrong together, parseConfig refuses. */
export function configJsonSchema(): JsonSchema {
  const workload = object("One workload.", properties("workload"));
  const cells = { description: "Which cells gate, and what each may do.", ...cellsField.schema };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Latency Gate configuration",
    ...object("Workloads and limits of Latency Gate.", {
      ...properties("workload", "top"),
      workloads: {
        description: "Named workloads; each takes what it does not say from the top level.",
        type: "object",
        propertyNames: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" },
        additionalProperties: { anyOf: [{ $ref: "#/definitions/workload" }, { type: "null" }] },
      },
      gate: object("What fails the check.", { cells, ...properties("gate") }),
    }),
    definitions: { workload, ...cellDefinitions },
  };
}
