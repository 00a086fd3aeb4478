// tool-items.ts: tool calls of the Responses API, whose name and arguments come in events of their own.

import { type JsonObject, textOf, textOrJson } from "../framing/json.ts";
import type { Assembly } from "../reading/assembly.ts";

/** "response.function_call_arguments.delta" and its like for other kinds of tools. */
const argumentEvents =
  /^response\.(?:function_call_arguments|mcp_call_arguments|custom_tool_call_input|code_interpreter_call_code)\.(delta|done)$/;

const toolItems = ["function_call", "custom_tool_call", "mcp_call", "code_interpreter_call"];

export function isToolItem(item: JsonObject): boolean {
  return toolItems.includes(textOf(item["type"]));
}

interface Call {
  readonly call: string;
  /** Heard so far: what comes again is a repetition. */
  name: boolean;
  arguments: boolean;
}

export class ToolItems {
  readonly #calls = new Map<string, Call>();
  #count = 0;

  /** A fragment of some call's arguments, or all of them; any other event says nothing. */
  hear(said: JsonObject, type: string, answer: Assembly): void {
    const [, stage] = argumentEvents.exec(type) ?? [];
    if (stage === undefined) {
      return;
    }
    const call = this.#callOf(said, textOf(said["item_id"]));
    const whole = stage === "done";
    if (whole && call.arguments) {
      return;
    }
    const given = whole ? argumentsIn(said) : textOf(said["delta"]);
    this.#add(call, { id: "", name: whole ? textOf(said["name"]) : "", given }, answer);
  }

  /** An item as it is opened, with its name, and closed, with all of it. */
  whole(item: JsonObject, said: JsonObject, answer: Assembly): void {
    const opened = said["type"] === "response.output_item.added";
    const id = textOf(item["id"]);
    const call = opened ? this.#open(said, id) : this.#callOf(said, id);
    const given = call.arguments ? "" : argumentsIn(item);
    this.#add(call, { id: textOf(item["call_id"]), name: textOf(item["name"]), given }, answer);
  }

  #add(
    call: Call,
    { id, name, given }: { readonly id: string; readonly name: string; readonly given: string },
    answer: Assembly,
  ): void {
    const fresh = call.name ? "" : name;
    call.name ||= name !== "";
    call.arguments ||= given !== "";
    answer.toolCall({ call: call.call, id, name: fresh, arguments: given });
  }

  /** By the item's id, which some gateways change from event to event, else by its place. */
  #callOf(said: JsonObject, id: string): Call {
    const [byId, byPlace] = keysOf(said, id);
    return this.#calls.get(byId) ?? this.#calls.get(byPlace) ?? this.#open(said, id);
  }

  #open(said: JsonObject, id: string): Call {
    const call: Call = { call: String(this.#count++), name: false, arguments: false };
    for (const key of keysOf(said, id)) this.#calls.set(key, call);
    return call;
  }
}

/** Without id and place it is the call last opened so. */
function keysOf(said: JsonObject, id: string): readonly [byId: string, byPlace: string] {
  return [`id ${id}`, `place ${String(said["output_index"])}`];
}

function argumentsIn(holder: JsonObject): string {
  return textOrJson(holder["arguments"]) || textOrJson(holder["input"]) || textOf(holder["code"]);
}
