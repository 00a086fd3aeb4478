// A plain GET for pages beside the endpoint (a version page): its text, bounded in size and time.
import { EnvHttpProxyAgent, request } from "undici";
import type { ProxySettings } from "./http.ts";

const maxCharacters = 1_000_000;
const timeout = 10_000;

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly proxy: ProxySettings;
}

/** Whatever its status; rejects where no answer came in time. Redirects are not followed. */
export async function fetchText(url: string, { signal, proxy }: FetchOptions): Promise<string> {
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxy.http ?? "",
    httpsProxy: proxy.https ?? "",
    noProxy: proxy.except ?? "",
  });
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const { body } = await request(url, { dispatcher, signal: until });
    return (await body.text()).slice(0, maxCharacters);
  } finally {
    await dispatcher.destroy();
  }
}
