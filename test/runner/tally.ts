// What was checked and what came of it, a line for each.

export interface Tally {
  /** `seen` is shown where the fact does not hold. */
  check(part: string, fact: string, holds: boolean, seen?: unknown): void;
  note(text: string): void;
  passed: number;
  failed: number;
}

const mostShown = 3_000;

export function newTally(): Tally {
  return {
    passed: 0,
    failed: 0,
    check(part, fact, holds, seen) {
      if (holds) this.passed += 1;
      else this.failed += 1;
      console.log(`${holds ? "ok    " : "FAILED"} ${part}: ${fact}`);
      if (holds || seen === undefined) return;
      const text = typeof seen === "string" ? seen : JSON.stringify(seen, undefined, 1);
      console.log(text.slice(-mostShown).replace(/^/gm, "         "));
    },
    note: (text) => console.log(`note   ${text}`),
  };
}
