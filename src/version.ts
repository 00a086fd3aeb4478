// The tool's own name and version, as runs and requests carry them.

export const version = "0.1.0";
export const tool = `latency-gate ${version}`;
