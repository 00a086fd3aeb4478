// Alone: whether others used the endpoint meanwhile, by what its own metrics page says before, during and after.
import { figuresFrom, type ServerFigures } from "../../dialect/server-metrics/figures.ts";
import type { ServerReading } from "../../metrics/run.ts";
import type { DigestedRecord } from "../../metrics/values/digest.ts";
import { isAttempted } from "../../metrics/values/window.ts";
import { safeLine } from "../../report/text/safe-text.ts";
import { fromMilliseconds, micros } from "../../time.ts";
import { type Warning, warning } from "../../warning.ts";
import { obstaclesOf, type ReadyPorts, type WaitLimits } from "../ready.ts";
import { aloneFaults, busyWords, type Peaks, serverReading } from "./foreign-work.ts";

/** Parsing a page takes about a millisecond of the client's time. */
const sampleInterval = fromMilliseconds(5_000);
/** Counters and gauges may follow the answers a little later. */
const settling = fromMilliseconds(500);
const settlingTries = 6;
/** What the page said; `unread`: why it said nothing. */
type Look = { readonly figures: ServerFigures } | { readonly unread: string };

const shownLength = 80;

async function look(url: string, ports: ReadyPorts): Promise<Look> {
  try {
    const figures = figuresFrom(await ports.fetchText(url, ports.signal));
    return figures ? { figures } : { unread: "it is not a page of vLLM, SGLang, TGI or llama.cpp" };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { unread: safeLine(why.slice(0, shownLength)) };
  }
}

function isBusy({ running, waiting }: Peaks): boolean {
  return running + waiting > 0;
}

export interface Idle {
  readonly obstacles: readonly Warning[];
  readonly warnings: readonly Warning[];
  /** As it was when nothing ran; absent where the page could not be read. */
  readonly before?: ServerFigures;
}

/** Waits until nothing runs or waits at the server. A page that cannot be read is a warning: nobody is accused by it. */
export async function awaitIdle(
  url: string | undefined,
  limits: WaitLimits,
  ports: ReadyPorts,
): Promise<Idle> {
  if (url === undefined) return { obstacles: [], warnings: [] };
  const looks: Look[] = [];
  const probe = async () => {
    const seen = await look(url, ports);
    looks.push(seen);
    return "figures" in seen && isBusy(seen.figures)
      ? { retry: `not alone: ${busyWords(seen.figures)}` }
      : ("ready" as const);
  };
  const obstacles = await obstaclesOf({ code: "not-alone", probe }, limits, ports);
  const last = looks.at(-1) ?? { unread: "it was not asked" };
  if ("figures" in last) return { obstacles, warnings: [], before: last.figures };
  return { obstacles, warnings: [unreadWarning(last.unread)] };
}

function unreadWarning(why: string): Warning {
  const message = `the server's metrics could not be read (${why}): whether others used the endpoint was not checked`;
  return warning("metrics-unread", message);
}

/** Looks every few seconds until `over` is aborted. */
async function watchPeaks(url: string, ports: ReadyPorts, over: AbortSignal): Promise<Peaks> {
  const peaks = { running: 0, waiting: 0 };
  while (!over.aborted) {
    const seen = await look(url, ports);
    if ("figures" in seen) {
      peaks.running = Math.max(peaks.running, seen.figures.running);
      peaks.waiting = Math.max(peaks.waiting, seen.figures.waiting);
    }
    await ports.clock.sleepUntil(micros(ports.clock.now() + sampleInterval), over);
  }
  return peaks;
}

/** After the drain; a server that still seems busy is looked at again, a few times. */
async function lookAfter(url: string, ports: ReadyPorts): Promise<Look> {
  for (let tries = 1; ; tries += 1) {
    const seen = await look(url, ports);
    if ("unread" in seen || !isBusy(seen.figures) || tries === settlingTries) return seen;
    await ports.clock.sleepUntil(micros(ports.clock.now() + settling), ports.signal);
  }
}

interface Told {
  /** Absent where the page could not be read. */
  readonly server?: ServerReading;
  readonly faults: readonly Warning[];
  readonly warnings: readonly Warning[];
}

interface Asked {
  readonly records: readonly DigestedRecord[];
  /** Sent beside them, warm-up and probe. */
  readonly besides: number;
  /** What one request may cost at most, tokens of output. */
  readonly outputTokens: number;
}

export interface ServerWatch {
  /** To be called when the load has drained. */
  end(asked: Asked): Promise<Told>;
}

/** A request that was sent again may have been worked on twice. */
function sendings(records: readonly DigestedRecord[]): number {
  const attempted = records.filter(isAttempted);
  return attempted.length + attempted.filter(({ resent }) => resent).length;
}

/** Watches from now on. `before`: as it was when nothing ran; without it there is nothing to hold the end against. */
export function watchServer(
  url: string | undefined,
  before: ServerFigures | undefined,
  ports: ReadyPorts,
): ServerWatch {
  const over = new AbortController();
  const peaks = before && url !== undefined ? watchPeaks(url, ports, over.signal) : undefined;
  return {
    async end({ records, besides, outputTokens }) {
      over.abort();
      if (!before || !peaks || url === undefined) return { faults: [], warnings: [] };
      const after = await lookAfter(url, ports);
      if ("unread" in after) return { faults: [], warnings: [unreadWarning(after.unread)] };
      const seen = { before, after: after.figures, peaks: await peaks };
      const ours = { sent: besides + sendings(records), records, outputTokens };
      return { server: serverReading(seen, ours), faults: aloneFaults(seen, ours), warnings: [] };
    },
  };
}
