import { expect, test } from "vitest";
import { reproduceCommand } from "../src/reproduce.ts";

function commandFor(given: Readonly<Record<string, string>>, baseCommit?: string): string {
  return reproduceCommand({ read: (name) => given[name], baseline: "base.json", baseCommit });
}

test("repeats every setting that was given, and no other", () => {
  const given = {
    endpoint: "http://h:1/v1",
    model: "m",
    rate: "5",
    "warm-up": "0",
    stream: "false",
  };
  expect(commandFor(given, "abc")).toBe(
    "latency-gate gate --endpoint http://h:1/v1 --model m --rate 5 --warm-up 0 --no-stream --baseline base.json --base-commit abc",
  );
});

test("holds neither key nor header values nor the query of the URL", () => {
  const command = commandFor({
    endpoint: "https://u:p@h/v1?sig=secret",
    "baseline-endpoint": "https://b/v1?sig=secret",
    "api-key": "sk-0123456789",
    headers: "x-token: secret",
    "github-token": "ghs_secret",
  });
  expect(command).toBe(
    "latency-gate gate --endpoint https://h/v1 --baseline-endpoint https://b/v1 --baseline base.json",
  );
});

test("quotes what a shell would take apart", () => {
  expect(commandFor({ model: "a b; rm 'x'" })).toContain(String.raw`--model 'a b; rm '\''x'\'''`);
});

test("leaves out a text too long to paste, and says so", () => {
  expect(commandFor({ gate: "x".repeat(201) })).toContain("--gate …");
});
