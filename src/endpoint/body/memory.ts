// Memory: bytes that nobody needs any more, given back at once; the collector would let tens of MiB of them pile up.
import { isMarkedAsUntransferable } from "node:worker_threads";

/** Whatever looks at it finds it empty. A small buffer may come from Node's pool, which others use too: that is left. */
export function free(memory: ArrayBufferLike | undefined): void {
  if (memory instanceof ArrayBuffer && !isMarkedAsUntransferable(memory)) memory.transfer(0);
}
