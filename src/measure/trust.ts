// Trust: what is said, and allowed, where the endpoint's certificate is not checked.
import type { Config, Target } from "../config/config.ts";
import { type Warning, warning } from "../warning.ts";
import type { ReadyPorts } from "./ready.ts";

/** Stays beside the numbers: whoever stood between may have answered in the endpoint's place. */
export function trustWarnings({ target, duet }: Pick<Config, "target" | "duet">): Warning[] {
  const endpoints = [target.endpoint, ...(duet ? [duet.endpoint] : [])];
  if (!target.insecureTls || endpoints.every(({ protocol }) => protocol !== "https:")) return [];
  return [warning("insecure-tls", "the endpoint's certificate was not checked (`insecure-tls`)")];
}

/** The endpoint's pages are fetched with as much trust as its answers. */
export function withTrustOf<Ports extends Pick<ReadyPorts, "fetchText">>(
  { insecureTls }: Target,
  ports: Ports,
): Ports {
  return { ...ports, fetchText: (url, signal) => ports.fetchText(url, signal, insecureTls) };
}
