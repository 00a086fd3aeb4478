// Settings of the verdict: under `gate:` in the config file, as inputs and as flags.
import { integer, number, share } from "../fields/number-fields.ts";
import { choice } from "../fields/text-fields.ts";
import { type Command, defaulted, optional } from "./setting.ts";

const commands: readonly Command[] = ["gate", "compare", "backtest", "calibrate"];
const place = "gate";

/** Settings of the gate that go together; what is given beside a preset goes before it. */
export const presets = ["sensitive", "strict", "release"] as const;

export const gateSettings = {
  preset: optional("preset", {
    does: "Settings that go together: sensitive accepts more false alarms (alpha 0.1), strict asks that the confidence bound of a change be beyond its limit, release passes only what is proven to be within its limits.",
    field: choice(presets),
    place,
    commands,
    action: false,
  }),
  alpha: defaulted("alpha", "0.05", {
    does: "The share of false alarms that a job accepts over all of its gating cells.",
    field: number({ from: 0.0001, to: 0.5 }),
    place,
    commands,
  }),
  confirm: defaulted("confirm", "1", {
    does: "How often a regression is measured again before it counts; without it alpha is 0.01.",
    field: integer({ from: 0, to: 1 }),
    place,
    commands,
  }),
  onRegression: defaulted("on-regression", "fail", {
    does: "What a regression does to the check.",
    field: choice(["fail", "warn"]),
    place,
    commands,
  }),
  onInconclusive: defaulted("on-inconclusive", "pass", {
    does: "What an inconclusive comparison does to the check.",
    field: choice(["pass", "fail"]),
    place,
    commands,
  }),
  onNoBaseline: defaulted("on-no-baseline", "pass", {
    does: "What a missing baseline does to the check.",
    field: choice(["pass", "fail"]),
    place,
    commands,
  }),
  minHistory: defaulted("min-history", "5", {
    does: "With fewer recorded jobs than this only gross changes are found, and the report says so.",
    field: integer({ from: 1, to: 1_000 }),
    place,
    commands,
  }),
  history: defaulted("history", "30", {
    does: "How many jobs of the main branch are kept and compared with.",
    field: integer({ from: 1, to: 1_000 }),
    place,
    commands,
  }),
  assumedRunCv: defaulted("assumed-run-cv", "4%", {
    does: "The spread between runs that is assumed until the history shows its own.",
    field: share({ from: 0.001, to: 1 }),
    place,
    commands: [],
    action: false,
  }),
} as const;
