// Warning: what qualifies a result without stopping it.

/** Travels with the value that it qualifies; `code` is stable and documented, `message` is a sentence. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

export function warning(code: string, message: string): Warning {
  return { code, message };
}
