// responses.ts: events of the Responses API for tests.
import { typed } from "./wire.ts";

export const of = (type: string, fields: object = {}) => typed(`response.${type}`, fields);
export const usage = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 30,
  output_tokens_details: { reasoning_tokens: 25 },
  total_tokens: 39,
};
export const response = (status: string, fields: object = {}) => ({
  response: {
    object: "response",
    status,
    error: null,
    model: "m",
    output: [],
    usage: null,
    ...fields,
  },
});
export const created = of("created", response("in_progress"));
export const completed = of("completed", response("completed", { usage }));
export const said = (delta: string, place: object = { output_index: 0, item_id: "m" }) =>
  of("output_text.delta", { ...place, delta });
export const complete = { finish: "completed", usage: [9, 30], details: [25, 4] };
