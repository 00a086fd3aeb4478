// Flags: the settings table as options of a command, and the options given as sources of a configuration.
import { Command, Option } from "commander";
import type { Setting, Command as SettingsOf } from "../config/settings/setting.ts";
import { flagsOf } from "../config/settings/settings.ts";
import type { Sources } from "../config/sources/given.ts";
import { readText, withKeyVariable } from "../ports.ts";

/** A switch takes no value on the command line; one that is on by default has a flag that turns it off. */
function switchOf({ name, description, fallback }: Setting<unknown>): Option {
  const does = description.replace(/ Takes true or false; default: (true|false)\.$/, "");
  return fallback === true
    ? new Option(`--no-${name}`, `Turns off: ${does}`)
    : new Option(`--${name}`, does);
}

function optionOf(setting: Setting<unknown>): Option {
  const { name, description, isSwitch } = setting;
  return isSwitch ? switchOf(setting) : new Option(`--${name} <value>`, description);
}

/** "outputTokens" as commander keeps it ← "output-tokens". */
function attributeOf(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** No defaults here: a flag that nobody gave must not override the configuration file. */
export function commandWithSettings(name: SettingsOf, description: string): Command {
  const command = new Command(name).description(description);
  for (const setting of flagsOf(name)) command.addOption(optionOf(setting));
  return command;
}

export function commitOption(): Option {
  const does = "The commit that is measured; default: the workflow's or the checkout's.";
  return new Option("--commit <sha>", does);
}

/** Flags, then the environment's key; files are read as the user names them. */
export function sourcesFrom(given: Command): Sources {
  const read = (name: string) => {
    const attribute = attributeOf(name);
    if (given.getOptionValueSource(attribute) !== "cli") return undefined;
    const value: unknown = given.getOptionValue(attribute);
    return value === undefined ? undefined : String(value);
  };
  return { read: withKeyVariable(read, process.env), file: readText };
}

export function example(text: string): string {
  return `\nExample:\n  ${text}`;
}
