// Gate policy: the default limits with what the user said of single cells laid over them.
import { type CellId, cells } from "../metrics/catalog.ts";
import {
  type CellLimit,
  defaultLimit,
  defaultPolicy,
  type GatePolicy,
  type Rule,
} from "../verdict/policy.ts";
import { cellsField, type StatedCells, type StatedLimit } from "./cells.ts";
import type { presets } from "./settings/gate-settings.ts";
import { settings } from "./settings/settings.ts";
import type { Given } from "./sources/given.ts";
import { type Layer, mappingLayer, overlay, placeOf, type Settled, take } from "./sources/layer.ts";
import type { Problems } from "./sources/problems.ts";

function statedCells({ prefix, entries }: Layer, problems: Problems): StatedCells {
  const parsed = cellsField.parse(entries.get("cells") ?? {});
  if (parsed.ok) return parsed.value;
  problems.addAll(`${prefix}cells`, parsed.troubles);
  return new Map();
}

function limitFrom(id: CellId, stated: StatedLimit): CellLimit {
  const cell = cells.get(id);
  if (!cell) throw new RangeError(`no cell ${id} in the catalogue`);
  const usual = defaultLimit(cell);
  return {
    maxChange: stated.maxChange ?? usual.maxChange,
    minChange: stated.minChange ?? usual.minChange,
    ...(stated.max === undefined ? {} : { max: stated.max }),
    ...(stated.min === undefined ? {} : { min: stated.min }),
  };
}

function relativeLimit(id: CellId, { maxChange, minChange }: StatedLimit): CellLimit {
  return limitFrom(id, { maxChange, minChange, max: undefined, min: undefined });
}

/**
 * The inline gate's entry for a cell replaces the file's as a whole. Refused requests are failed ones: what is said of
 * the errors' change goes for them, unless they are spoken of themselves.
 */
function gatingCells(stated: StatedCells): Pick<GatePolicy, "cells" | "named"> {
  const limits = new Map(defaultPolicy.cells);
  const named = new Set<CellId>();
  const refused = stated.get("rejection_rate") ?? stated.get("error_rate");
  if (refused === "off") limits.delete("rejection_rate");
  else if (refused) limits.set("rejection_rate", relativeLimit("rejection_rate", refused));
  for (const [id, entry] of stated) {
    if (entry === "off") limits.delete(id);
    else {
      limits.set(id, limitFrom(id, entry));
      named.add(id);
    }
  }
  return { cells: limits, named };
}

type Preset = (typeof presets)[number];

const rules: Readonly<Record<Preset, Rule>> = {
  sensitive: "effect",
  strict: "strict",
  release: "equivalence",
};

const presetSettings: Readonly<Record<Preset, Readonly<Record<string, string>>>> = {
  sensitive: { alpha: "0.1" },
  strict: {},
  release: { "on-inconclusive": "fail", "on-no-baseline": "fail" },
};

/** What was given, over what the preset stands for. */
function withPreset(layers: readonly Layer[]): { readonly rule: Rule; readonly values: Settled } {
  const preset = take(overlay(layers), settings.preset);
  if (preset === undefined) return { rule: defaultPolicy.rule, values: overlay(layers) };
  const beneath = mappingLayer("", presetSettings[preset]);
  return { rule: rules[preset], values: overlay([beneath, ...layers]) };
}

export function gatePolicy({ gates, inputs }: Given, problems: Problems): GatePolicy {
  const { rule, values } = withPreset([...gates, inputs]);
  const stated = new Map(gates.flatMap((gate) => [...statedCells(gate, problems)]));
  const gating = gatingCells(stated);
  const history = take(values, settings.history);
  const minHistory = take(values, settings.minHistory);
  if (gating.cells.size === 0)
    problems.add("gate.cells", "every cell off", "at least one cell that gates");
  if (minHistory > history) {
    const legal = `a whole number from 1 to history, which is ${history}`;
    problems.add(placeOf(values, settings.minHistory), String(minHistory), legal);
  }
  return {
    ...gating,
    rule,
    alpha: take(values, settings.alpha),
    confirm: take(values, settings.confirm),
    history,
    minHistory,
    assumedRunCv: take(values, settings.assumedRunCv),
    onRegression: take(values, settings.onRegression),
    onInconclusive: take(values, settings.onInconclusive),
    onNoBaseline: take(values, settings.onNoBaseline),
  };
}
