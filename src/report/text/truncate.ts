// Truncation: a report cut to size on row and fold boundaries, the verdict first and always there.

export interface Pieces {
  readonly title: string;
  readonly lead: readonly string[];
  /** Open sections; `render` shows their first rows only. */
  readonly sections: readonly { readonly rows: number; render(rows: number): string }[];
  readonly closed: readonly string[];
  readonly notes: string;
  readonly folds: readonly { readonly title: string; readonly text: string }[];
  /** Always kept. */
  readonly closing: string;
}

/** How many of each part are kept; `rows` are those of the last section kept. */
interface Kept {
  readonly lead: number;
  readonly sections: number;
  readonly rows: number;
  readonly closed: number;
  readonly notes: boolean;
  readonly folds: number;
}

function everything({ lead, sections, closed, folds }: Pieces): Kept {
  return {
    lead: lead.length,
    sections: sections.length,
    rows: Number.POSITIVE_INFINITY,
    closed: closed.length,
    notes: true,
    folds: folds.length,
  };
}

/** What was left out, in words, so that nobody takes a part for the whole. */
function shortened(pieces: Pieces, kept: Kept): string {
  const full = everything(pieces);
  const rows = pieces.sections[kept.sections - 1]?.rows ?? 0;
  const workloads = full.sections + full.closed - kept.sections - kept.closed;
  const left = [
    ...(kept.lead < full.lead ? ["sentences"] : []),
    ...(kept.rows < rows ? [`${rows - kept.rows} rows`] : []),
    ...(workloads > 0 ? [`${workloads} ${workloads === 1 ? "workload" : "workloads"}`] : []),
    ...(kept.notes ? [] : ["notes"]),
    ...pieces.folds.slice(kept.folds).map(({ title }) => `“${title}”`),
  ];
  return left.length === 0
    ? ""
    : `Shortened to fit; left out: ${left.join(", ")}. The job summary has more.`;
}

function assembled(pieces: Pieces, kept: Kept): string {
  const sections = pieces.sections
    .slice(0, kept.sections)
    .map((section, index) => section.render(index === kept.sections - 1 ? kept.rows : Infinity));
  const parts = [
    pieces.title,
    pieces.lead.slice(0, kept.lead).join("\n"),
    ...sections,
    ...pieces.closed.slice(0, kept.closed),
    kept.notes ? pieces.notes : "",
    ...pieces.folds.slice(0, kept.folds).map(({ text }) => text),
    shortened(pieces, kept),
    pieces.closing,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** One step smaller: folds go first, the last of them first; then whole workloads, rows, and the lead. */
function smaller(pieces: Pieces, kept: Kept, fits: (kept: Kept) => boolean): Kept | undefined {
  if (kept.folds > 0) return { ...kept, folds: kept.folds - 1 };
  if (kept.closed > 0) return { ...kept, closed: kept.closed - 1 };
  if (kept.notes && pieces.notes !== "") return { ...kept, notes: false };
  if (kept.sections > 0) {
    const without = { ...kept, sections: kept.sections - 1, rows: Number.POSITIVE_INFINITY };
    const rows = Math.min(kept.rows, pieces.sections[kept.sections - 1]?.rows ?? 0);
    return rows > 1 && fits(without) ? { ...kept, rows: rows - 1 } : without;
  }
  return kept.lead > 0 ? { ...kept, lead: kept.lead - 1 } : undefined;
}

export function fitted(pieces: Pieces, maxBytes: number): string {
  const fits = (kept: Kept) => Buffer.byteLength(assembled(pieces, kept)) <= maxBytes;
  let kept = everything(pieces);
  while (!fits(kept)) {
    const next = smaller(pieces, kept, fits);
    if (next === undefined) break;
    kept = next;
  }
  return assembled(pieces, kept);
}
