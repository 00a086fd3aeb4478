// Proxies: what the usual environment variables say of them.
import type { EnvHttpProxyAgent } from "undici";
import { GateError } from "../../errors.ts";
import type { TlsTrust } from "./tls-trust.ts";

/** As the environment gives them (HTTP_PROXY, HTTPS_PROXY, NO_PROXY); undefined or empty: none. */
export interface ProxySettings {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  readonly except?: string | undefined;
}

/** Many leave the scheme out, as curl lets them. Never shown, since it may hold a password. */
function proxyUrl(given: string | undefined, variable: string): string {
  if (!given) return "";
  const url = given.includes("://") ? given : `http://${given}`;
  if (URL.canParse(url) && /^(https?|socks5?):/.test(url)) return url;
  throw new GateError("config", `${variable} is not the URL of a proxy`);
}

/** Throws where a variable holds no URL. */
export function proxyOptions(
  { http, https, except }: ProxySettings,
  trust: TlsTrust,
): EnvHttpProxyAgent.Options {
  return {
    // An empty string, unlike undefined, keeps undici from looking into the environment itself.
    httpProxy: proxyUrl(http, "HTTP_PROXY"),
    httpsProxy: proxyUrl(https, "HTTPS_PROXY"),
    noProxy: except ?? "",
    requestTls: { ...trust },
  };
}
