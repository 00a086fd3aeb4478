// Bounds: how much of an answer is taken in; past them the endpoint is not answering but flooding.

/** Names and values of one head or of its trailers. */
export const maxHeaderBytes = 16 * 1024;

/** One header's value is kept up to here; what the program looks for in headers is short. */
export const maxHeaderLength = 1_024;

/** Answers with a status of 1xx before the real one. */
export const maxInterimAnswers = 64;

/** One body, as it arrived and decoded: 50,000 events of 330 bytes. */
export const maxResponseBytes = 16 * 1024 * 1024;

/** What one answer takes on its connection, its framing included; chunk extensions count here alone. */
export const maxWireBytes = maxResponseBytes + 4 * 1024 * 1024;

/** Of a body whose status is no success, and of one that was cut for its size. */
export const maxErrorBytes = 64 * 1024;

/** Socket reads of one body, each of which costs a stamp; twice the tokens of the longest answers. */
export const maxReads = 2 ** 18;

/** All bodies in flight together: 256 streams of 4 MiB. */
export const maxHeldBytes = 1024 * 1024 * 1024;
