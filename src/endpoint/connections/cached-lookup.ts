// DNS for many connections: one lookup per name and minute instead of one per connection.
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Clock } from "../../clock.ts";
import { fromSeconds, type Micros } from "../../time.ts";

const lifetime = fromSeconds(60);

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
export type Resolver = (hostname: string, options: LookupOptions, answer: Answer) => void;

interface Entry {
  readonly askedAt: Micros;
  /** Absent while the lookup runs. */
  addresses?: LookupAddress[];
  readonly waiting: Answer[];
}

const systemResolver: Resolver = (hostname, options, answer) =>
  lookup(hostname, { ...options, all: true }, answer);

/** Failures are told to everyone who waits, and forgotten. */
export function cachedLookup(clock: Clock, resolve: Resolver = systemResolver): LookupFunction {
  const entries = new Map<string, Entry>();

  function ask(key: string, hostname: string, options: LookupOptions): Entry {
    const entry: Entry = { askedAt: clock.now(), waiting: [] };
    entries.set(key, entry);
    resolve(hostname, options, (error, addresses) => {
      if (error) entries.delete(key);
      else entry.addresses = addresses;
      for (const answer of entry.waiting.splice(0)) answer(error, addresses);
    });
    return entry;
  }

  function addressesOf(hostname: string, options: LookupOptions, answer: Answer): void {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const known = entries.get(key);
    const entry =
      known && clock.now() - known.askedAt < lifetime ? known : ask(key, hostname, options);
    const { addresses } = entry;
    if (addresses) queueMicrotask(() => answer(null, addresses));
    else entry.waiting.push(answer);
  }

  return (hostname, options, callback) =>
    addressesOf(hostname, options, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Error(`no address for ${hostname}`), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}
