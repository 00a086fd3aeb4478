// A baseline document or a run as it is kept on GitHub: no answers' texts, and never more than its readers accept.
import { formatStored } from "../../baseline/codec.ts";
import type { BaselineDocument, WorkloadBaseline } from "../../baseline/history.ts";
import type { Run, WorkloadRun } from "../../metrics/run.ts";

type Records = WorkloadBaseline["newest"]["records"];

function withRecords(
  document: BaselineDocument,
  change: (records: Records) => Records,
): BaselineDocument {
  const workloads = Object.entries(document.workloads).map(([name, workload]) => {
    const newest = { ...workload.newest, records: change(workload.newest.records) };
    return [name, { ...workload, newest }] as const;
  });
  return { ...document, workloads: Object.fromEntries(workloads) };
}

/** Others than the user read artifacts and branches. */
function withoutTexts(records: Records): Records {
  return records.map(({ text, reasoning, ...record }) => record);
}

/** The raw records only explain a change; without them it is still found. They go where all would be too large. */
export function remoteText(document: BaselineDocument, mostBytes: number): string {
  const text = formatStored(withRecords(document, withoutTexts));
  if (Buffer.byteLength(text) <= mostBytes) return text;
  return formatStored(withRecords(document, () => []));
}

type Change = (records: Records) => Records;

/** Without the addresses, which may be secrets: whoever judges with it knows its own. */
function remoteWorkload({ leg, duet, ...one }: WorkloadRun, change: Change): WorkloadRun {
  const base = duet && { ...duet.base, records: change(duet.base.records) };
  return {
    ...one,
    records: change(one.records),
    ...(leg && { leg: { ...leg, endpoint: "" } }),
    ...(duet && base && { duet: { ...duet, endpoint: "", base } }),
  };
}

/** For attempts after this one. */
export function remoteRun(run: Run, mostBytes: number): string {
  const remote = (change: Change) => {
    const workloads = run.workloads.map((one) => remoteWorkload(one, change));
    return formatStored({ ...run, endpoint: "", workloads });
  };
  const text = remote(withoutTexts);
  return Buffer.byteLength(text) <= mostBytes ? text : remote(() => []);
}
