// A plain GET for pages beside the endpoint (a version page): its text, bounded in size and time.
import { EnvHttpProxyAgent, request } from "undici";
import { type ProxySettings, proxyOptions } from "./connections/proxy.ts";
import { tlsTrust } from "./connections/tls-trust.ts";

const maxBytes = 1024 * 1024;
const timeout = 10_000;

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly proxy: ProxySettings;
  /** Accepts any certificate. */
  readonly insecureTls?: boolean | undefined;
}

function agentFor(url: string, { proxy, insecureTls = false }: FetchOptions): EnvHttpProxyAgent {
  const trust = new URL(url).protocol === "https:" ? tlsTrust(insecureTls) : {};
  return new EnvHttpProxyAgent({
    allowH2: false,
    connect: { ...trust },
    ...proxyOptions(proxy, trust),
  });
}

/** What is past the bound is never received. */
async function headOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString();
}

/** Whatever its status; rejects where no answer came in time. Redirects are not followed. */
export async function fetchText(url: string, options: FetchOptions): Promise<string> {
  const dispatcher = agentFor(url, options);
  try {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeout)]);
    const { body } = await request(url, { dispatcher, signal });
    return await headOf(body);
  } finally {
    await dispatcher.destroy();
  }
}
