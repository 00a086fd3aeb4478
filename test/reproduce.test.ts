import { expect, test } from "vitest";
import { parseConfig } from "../src/config/parse.ts";
import { reproduceCommand } from "../src/reproduce.ts";

function commandFor(inputs: Readonly<Record<string, string>>): string {
  const given: Readonly<Record<string, string>> = { endpoint: "http://h:1/v1", ...inputs };
  return reproduceCommand(parseConfig({ read: (name) => given[name], file: () => undefined }));
}

test("repeats what shapes the workload", () => {
  expect(commandFor({ model: "m", rate: "5", duration: "30s", "prompt-tokens": "64-128" })).toBe(
    "latency-gate gate --endpoint http://h:1/v1 --model m --rate 5/s --arrival poisson --duration 30s --prompt-tokens 64-128 --output-tokens 128 --seed 1 --baseline .latency-gate/baseline.json",
  );
});

test("holds neither the key nor the query of the URL", () => {
  const command = commandFor({ endpoint: "https://h/v1?sig=secret", "api-key": "sk-0123456789" });
  expect(command).toContain("--endpoint https://h/v1 ");
  expect(command).not.toMatch(/secret|sk-/);
});

test("quotes a model that a shell would take apart", () => {
  expect(commandFor({ model: "a b; rm 'x'" })).toContain(String.raw`--model 'a b; rm '\''x'\'''`);
});

test.each([
  [{ api: "ollama-chat" }, "--api ollama-chat "],
  [{ "max-tokens-field": "max_completion_tokens" }, "--max-tokens-field max_completion_tokens "],
  [{ api: "http" }, "--api http --concurrency 8 --requests 300 --method GET --baseline"],
  [{ api: "http", body: "secret", method: "PUT" }, "--method PUT --body-file FILE --baseline"],
])("names the API of %j, and no prompts where there are none", (inputs, expected) => {
  const command = commandFor(inputs);
  expect(command).toContain(expected);
  expect(command).not.toContain("secret");
});
