// Setting: one thing that users may decide: its name, words, field, default, and where it may be given.
import type { Field } from "../fields/field.ts";

/** The commands that take settings as flags. */
export type Command = "measure" | "gate" | "compare" | "backtest" | "calibrate";

/**
 * Where the YAML file may give it: `workload`: at the top level for all workloads and in each workload; `top`: at the
 * top level only; `gate`: under `gate:`; `never`.
 */
export type Place = "workload" | "top" | "gate" | "never";

interface Spec<T> {
  /** What it does, in whole sentences; legal values and default are added to it. */
  readonly does: string;
  readonly field: Field<T>;
  readonly place: Place;
  readonly commands: readonly Command[];
  /** False where the action has no such input. */
  readonly action?: false;
  /** Where there is no default value: what happens then ("none" unless said). */
  readonly otherwise?: string;
  /** The `default:` of action.yml; legal only where no file gives the setting, as the runner always passes it on. */
  readonly actionDefault?: string;
}

export interface Setting<T, D extends T | undefined = T | undefined> {
  /** Kebab-case: the action's input, the YAML key, and with two dashes the flag. */
  readonly name: string;
  /** Whole sentences with what is legal and the default. */
  readonly description: string;
  readonly field: Field<T>;
  /** What holds where nobody gave it. */
  readonly fallback: D;
  readonly place: Place;
  readonly commands: readonly Command[];
  readonly action: boolean;
  readonly actionDefault: string | undefined;
  /** True where the flag takes no value. */
  readonly isSwitch: boolean;
}

function describe<T>(spec: Spec<T>, fallback: string | undefined): string {
  const value = fallback ?? spec.otherwise ?? "none";
  return `${spec.does} Takes ${spec.field.legal}; default: ${value}.`;
}

function common<T>(name: string, spec: Spec<T>, fallback: string | undefined) {
  const { field, place, commands, action = true, actionDefault } = spec;
  const isSwitch = field.schema["type"] === "boolean";
  const description = describe(spec, fallback);
  return { name, description, field, place, commands, action, actionDefault, isSwitch };
}

/** A setting without a default value. */
export function optional<T>(name: string, spec: Spec<T>): Setting<T, undefined> {
  return { ...common(name, spec, undefined), fallback: undefined };
}

/** A setting whose default is written as a user would write it. */
export function defaulted<T>(name: string, fallback: string, spec: Spec<T>): Setting<T, T> {
  const parsed = spec.field.parse(fallback);
  if (!parsed.ok) throw new RangeError(`the default ${fallback} of ${name} is not legal`);
  return { ...common(name, spec, fallback), fallback: parsed.value };
}
