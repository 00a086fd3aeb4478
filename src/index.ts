// The action's door: real ports, one call, and the exit code; whatever goes wrong is told in safe words.
import { actOn } from "./action.ts";
import { GateError } from "./errors.ts";
import { annotate } from "./github/runner/annotations.ts";
import { safeText } from "./report/text/safe-text.ts";

const internalExit = 4;
/** Milliseconds that open connections may keep the process. */
const lingering = 2_000;

async function fail(error: unknown): Promise<number> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof GateError) {
    await annotate([{ level: "error", message }]);
    return error.exitCode;
  }
  await annotate([{ level: "error", message: "Latency Gate failed, and the fault is its own." }]);
  process.stdout.write(
    `${safeText(error instanceof Error ? (error.stack ?? message) : message)}\n`,
  );
  return internalExit;
}

process.on("unhandledRejection", (error) => {
  void fail(error).then((code) => process.exit(code));
});

process.exitCode = await actOn(process.env).catch(fail);
// A server that never answers an upload must not hold the job: what was to be said has been said.
setTimeout(() => process.exit(), lingering).unref();
