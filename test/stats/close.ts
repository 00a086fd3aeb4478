// Whether two numbers agree to the digits that independent implementations share.
import { expect } from "vitest";

/** Relative 1e-9, absolute 1e-12. */
export function expectClose(actual: number | undefined, expected: number): void {
  const off = Math.abs((actual ?? Number.NaN) - expected);
  const message = `${actual} is not close to ${expected}`;
  expect(off <= Math.max(1e-12, 1e-9 * Math.abs(expected)), message).toBe(true);
}
