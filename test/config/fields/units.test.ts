// Units are read exactly, and a number without its unit is never guessed.
import { expect, test } from "vitest";
import {
  parseDuration,
  parseRate,
  parseShare,
  showDuration,
  showShare,
} from "../../../src/config/fields/units.ts";
import { micros } from "../../../src/time.ts";

test.each([
  ["250ms", 250_000],
  ["12s", 12_000_000],
  ["1.5s", 1_500_000],
  ["2m", 120_000_000],
  ["1h", 3_600_000_000],
  ["14d", 1_209_600_000_000],
  ["300us", 300],
  ["300µs", 300],
  ["5 s", 5_000_000],
  ["0", 0],
  ["0s", 0],
])("the duration %s is %i µs", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test.each(["", "12", "0.5", "-1s", "1e3s", "s", "1m30s", "5 minutes", "Infinitys", "1S", "１s"])(
  "%j is no duration",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test.each([
  ["5%", 0.05],
  ["0.5%", 0.005],
  ["0.7 %", 0.007],
  ["110%", 1.1],
  ["0%", 0],
])("the share %s is %d", (text, expected) => {
  expect(parseShare(text)).toBe(expected);
});

test.each(["0.1", "1.1", "5", "%", "-5%", "5%%", ""])("%j is no share", (text) => {
  expect(parseShare(text)).toBeUndefined();
});

test.each([
  ["10/s", 10],
  ["2.5 / s", 2.5],
  ["90/m", 1.5],
  ["1200 tokens/s", 1200],
  ["10", 10],
])("the rate %s is %d per second", (text, expected) => {
  expect(parseRate(text)).toBe(expected);
});

test.each(["10/h", "/s", "ten/s", "10s", ""])("%j is no rate", (text) => {
  expect(parseRate(text)).toBeUndefined();
});

test("durations are shown in the largest unit without a fraction", () => {
  const seen = [0, 250_000, 90_000_000, 120_000_000, 86_400_000_000].map((duration) =>
    showDuration(micros(duration)),
  );
  expect(seen).toEqual(["0", "250ms", "90s", "2m", "1d"]);
});

test("shares are shown as percentages", () => {
  expect([0.05, 0.005, 1.1].map(showShare)).toEqual(["5%", "0.5%", "110%"]);
});
