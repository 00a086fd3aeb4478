// The Endpoint over undici: warm connections, our own deadlines, and no retries but one.
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { Clock } from "../clock.ts";
import type { Transcript } from "../dialect/transcript.ts";
import type { Micros } from "../time.ts";
import { RecordingPool } from "./body/arena.ts";
import { maxHeaderBytes } from "./body/bounds.ts";
import { cachedLookup, type Resolver } from "./connections/cached-lookup.ts";
import { ConnectionWatch } from "./connections/connection-watch.ts";
import { type ProxySettings, proxyOptions } from "./connections/proxy.ts";
import { type TlsTrust, tlsTrust } from "./connections/tls-trust.ts";
import type { Endpoint, WireRequest } from "./endpoint.ts";
import { Sending } from "./sending.ts";

export interface HttpEndpointOptions {
  /** Scheme, host and port; the rest of a URL is ignored. */
  readonly origin: URL | string;
  readonly clock: Clock;
  /** Default: as many as there are requests in flight, so that none ever waits for another. */
  readonly connections?: number | undefined;
  /** Accepts any certificate. */
  readonly insecureTls?: boolean | undefined;
  readonly proxy?: ProxySettings | undefined;
  /** How a name becomes addresses; default: as the system does it. */
  readonly resolve?: Resolver | undefined;
  /** Called with the stamp of each read of a body; must be cheap. */
  readonly onRead?: ((at: Micros) => void) | undefined;
}

/** Idle connections live as long as the server lets them; undici's 4 s would close warm ones between phases. */
const keepAliveTimeout = 600_000;
const connectTimeout = 10_000;

/**
 * HTTP/2 is off, since streams that share a connection delay each other. undici's own deadlines are off, since they
 * tick every half second.
 */
function poolOptions(options: HttpEndpointOptions): Pool.Options {
  const { connections, clock, resolve } = options;
  return {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout,
    connectTimeout,
    connections: connections ?? null,
    connect: { lookup: cachedLookup(clock, resolve), ...trustFor(options) },
  };
}

/** Without TLS nobody's certificate is asked for, and the roots need not be read. */
function trustFor({ origin, insecureTls = false }: HttpEndpointOptions): TlsTrust {
  return new URL(origin).protocol === "https:" ? tlsTrust(insecureTls) : {};
}

function createDispatcher(options: HttpEndpointOptions): Dispatcher {
  const pool = poolOptions(options);
  const { proxy, origin } = options;
  if (!proxy?.http && !proxy?.https) return new Pool(new URL(origin).origin, pool);
  return new EnvHttpProxyAgent({
    ...pool,
    ...proxyOptions(proxy, trustFor(options)),
    factory: (to, given) => new Pool(to, { ...pool, ...given }),
  });
}

/**
 * One pool of connections to one origin. Redirects are not followed. A connection that was used before and died before
 * any byte of the answer says nothing about the endpoint (the server may close an idle connection at any moment): the
 * request is then sent once more, on a connection of its own.
 * `send` rejects only where our own code is at fault (a header that HTTP forbids, a bug).
 */
export function createHttpEndpoint(options: HttpEndpointOptions): Endpoint {
  const { clock, onRead } = options;
  const { origin } = new URL(options.origin);
  const dispatcher = createDispatcher(options);
  const recordings = new RecordingPool();
  const connections = new ConnectionWatch();
  connections.start();

  function sendOver(over: Dispatcher, request: WireRequest, how: SendHow) {
    const sending = new Sending({ request, clock, recordings, connections, onRead, ...how });
    const { method, path, headers, body = null } = request;
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
    over.dispatch({ origin, method, path, headers, body, ...timeouts }, sending);
    return sending.sent;
  }

  async function sendAgain(request: WireRequest, signal: AbortSignal): Promise<Transcript> {
    const own = createDispatcher(options);
    const { transcript } = await sendOver(own, request, { signal, resent: true });
    void own.destroy();
    return transcript;
  }

  return {
    async send(request, signal) {
      const sent = await sendOver(dispatcher, request, { signal, resent: false });
      return sent.diedOnReuse ? sendAgain(request, signal) : sent.transcript;
    },
    async close() {
      connections.stop();
      await dispatcher.destroy();
    },
  };
}

interface SendHow {
  readonly signal: AbortSignal;
  readonly resent: boolean;
}
