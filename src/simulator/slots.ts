// Slots: how many requests are answered at a time; the others wait in order of arrival.

export interface Slots {
  /**
   * Calls `begin` when a slot is free, at once if one is; `waited` tells which. The returned function gives
   * the slot back, or leaves the queue; calling it again does nothing.
   */
  take(begin: (waited: boolean) => void): () => void;
  readonly running: number;
  readonly waiting: number;
}

/** `limit` is asked each time, so that it may change while requests run. */
export function createSlots(limit: () => number): Slots {
  const queue = new Set<() => void>();
  let running = 0;

  const admit = () => {
    for (const begin of queue) {
      if (running >= limit()) return;
      queue.delete(begin);
      begin();
    }
  };

  return {
    take(begin) {
      let state: "waiting" | "running" | "gone" = "waiting";
      const start = (waited: boolean) => {
        state = "running";
        running += 1;
        begin(waited);
      };
      const startLater = () => start(true);
      if (running < limit() && queue.size === 0) start(false);
      else queue.add(startLater);
      return () => {
        if (state === "gone") return;
        if (state === "running") running -= 1;
        queue.delete(startLater);
        state = "gone";
        admit();
      };
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.size;
    },
  };
}
