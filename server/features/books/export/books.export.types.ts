/** One line of an entry as the exports write it; amounts and dollars are decimal text, dollars null without a rate. */
export type ExportedLine = { from: string; to: string; unit: string; amount: string; base: string | null };

/** One entry as the exports write it. */
export type ExportedEntry = {
  id: string;
  key: string;
  kind: string;
  /** ISO 8601 in UTC. */
  at: string;
  bookedIn: string;
  order: { reference: string } | null;
  reason: string | null;
  lines: ExportedLine[];
  reversalOf: string | null;
  late: boolean;
};

/** The day on which an entry stands in the journal of its month: a late fact on the first one, as its own day is closed. */
export const bookedDay = ({ at, bookedIn, late }: Pick<ExportedEntry, 'at' | 'bookedIn' | 'late'>): string =>
  late ? `${bookedIn}-01` : at.slice(0, 10);

/** What an entry is called in another program: its fact, and the order it is about. */
export function titleOf({ kind, order, reversalOf }: Pick<ExportedEntry, 'kind' | 'order' | 'reversalOf'>): string {
  return [reversalOf === null ? '' : 'reversal of', kind, order?.reference ?? ''].filter(Boolean).join(' ');
}
