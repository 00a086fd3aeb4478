// TLS trust: whose certificates are believed.
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

let shared: SecureContext | undefined;

/**
 * The roots that Node brings, those of NODE_EXTRA_CA_CERTS, and the system's, which Node by itself leaves out. Read once
 * per process, since that takes about 100 ms.
 */
function believed(): SecureContext {
  shared ??= createSecureContext({
    ca: [...new Set([...getCACertificates("default"), ...getCACertificates("system")])],
  });
  return shared;
}

export interface TlsTrust {
  readonly secureContext?: SecureContext;
  readonly rejectUnauthorized?: false;
}

/** What goes into the options of a connection; `insecure` accepts any certificate. */
export function tlsTrust(insecure: boolean): TlsTrust {
  return insecure ? { rejectUnauthorized: false } : { secureContext: believed() };
}
