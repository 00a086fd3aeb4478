// Exchange: how a planned request becomes bytes and a transcript becomes a record; handed in, so that the load knows no API.
import type { Transcript } from "../dialect/transcript.ts";
import type { WireRequest } from "../endpoint/endpoint.ts";
import type { Planned, RequestRecord } from "../metrics/record.ts";
import type { PlannedRequest } from "../workload/schedule.ts";

export interface Exchange {
  /** Called right before the sending: must be cheap (tens of µs) and must not fail. */
  wireRequest(planned: PlannedRequest): WireRequest;
  /**
   * Called once the response is over and its slot free; every transcript is some record. In steps of tens of µs, between
   * which sockets are seen to.
   */
  read(planned: Planned, transcript: Transcript): Generator<void, RequestRecord>;
}
