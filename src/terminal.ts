// The Log of the command line: one live line on a terminal, a quiet line every few seconds elsewhere.
import type { Log, ProgressState } from "./log.ts";
import { type Micros, toSeconds } from "./time.ts";

/** Seconds between progress lines where there is no terminal. */
const quietInterval = 5;
const barWidth = 20;

function bar(share: number): string {
  const full = Math.min(barWidth, Math.round(share * barWidth));
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
}

function seconds(duration: Micros): string {
  const whole = Math.ceil(toSeconds(duration));
  return whole >= 120 ? `${Math.ceil(whole / 60)} min` : `${whole} s`;
}

function shareDone({ planned, done, elapsed, remaining }: ProgressState): number | undefined {
  if (planned !== undefined && planned > 0) return done / planned;
  return remaining === undefined ? undefined : elapsed / (elapsed + remaining);
}

/** "measure ████░░ 120/300 · 41.2/s · 8 in flight · 0 errors · 4 s left" */
export function progressLine(label: string, state: ProgressState, drawn: boolean): string {
  const share = drawn ? shareDone(state) : undefined;
  const elapsed = toSeconds(state.elapsed);
  const parts = [
    `${state.done}${state.planned === undefined ? "" : `/${state.planned}`}`,
    ...(elapsed > 0 ? [`${(state.done / elapsed).toFixed(1)}/s`] : []),
    `${state.inFlight} in flight`,
    `${state.failed} errors`,
    ...(state.remaining === undefined ? [] : [`${seconds(state.remaining)} left`]),
  ];
  const picture = share === undefined ? "" : `${bar(share)} `;
  return `${label} ${state.phase} ${picture}${parts.join(" · ")}`;
}

export interface TerminalOptions {
  /** Standard error, or anything that takes text and may know its width. */
  readonly stream: { write(text: string): unknown; readonly columns?: number | undefined };
  /** A live line that is redrawn in place. */
  readonly live: boolean;
  /** Seconds, monotonic. */
  readonly seconds: () => number;
}

function liveLog({ stream }: TerminalOptions): Log {
  let drawn = false;
  const clear = () => {
    if (drawn) stream.write("\r\u001b[2K");
    drawn = false;
  };
  const print = (line: string) => {
    clear();
    stream.write(`${line}\n`);
  };
  return {
    info: print,
    warn: print,
    progress(label, state) {
      clear();
      const finished = state.planned !== undefined && state.done >= state.planned;
      const line = progressLine(label, state, true).slice(0, (stream.columns ?? 100) - 1);
      stream.write(finished ? `${line}\n` : line);
      drawn = !finished;
    },
  };
}

function quietLog({ stream, seconds: now }: TerminalOptions): Log {
  let last = now();
  const print = (line: string) => void stream.write(`${line}\n`);
  return {
    info: print,
    warn: print,
    progress(label, state) {
      if (now() - last < quietInterval) return;
      last = now();
      print(progressLine(label, state, false));
    },
  };
}

export function createLog(options: TerminalOptions): Log {
  return options.live ? liveLog(options) : quietLog(options);
}
