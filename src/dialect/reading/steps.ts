// Steps: work that may be put down between two of them, so that whoever does it can see to sockets meanwhile.

export type Steps<T> = Generator<void, T>;

/** All steps one after the other. */
export function readAll<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
