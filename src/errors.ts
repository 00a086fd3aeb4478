// GateError: everything that stops the program with a known reason, and the exit code of each.

/** `config`: wrong input or usage. `measurement`: nothing trustworthy was measured. `internal`: our bug. */
export type ErrorCode = "config" | "measurement" | "internal";

const exitCodes: Record<ErrorCode, number> = { config: 2, measurement: 3, internal: 4 };

/** One wrong input: which, the value seen, and what would have been legal. */
export interface Problem {
  readonly input: string;
  readonly value: string;
  readonly legal: string;
}

export class GateError extends Error {
  readonly code: ErrorCode;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "GateError";
    this.code = code;
    this.hint = options.hint;
  }

  get exitCode(): number {
    return exitCodes[this.code];
  }
}

/** All problems at once, one line each: `input: saw "value"; legal: …`. */
export function configError(problems: readonly Problem[], hint?: string): GateError {
  const lines = problems.map(
    ({ input, value, legal }) => `${input}: saw ${value}; legal: ${legal}`,
  );
  const head =
    problems.length === 1
      ? "1 problem in the configuration"
      : `${problems.length} problems in the configuration`;
  return new GateError(
    "config",
    [`${head}:`, ...lines.map((line) => `  ${line}`)].join("\n"),
    hint === undefined ? {} : { hint },
  );
}
