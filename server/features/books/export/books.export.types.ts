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

/** Returns the title of an entry in another program: its kind, and the reference of its order. */
export function titleOf({ kind, order, reversalOf }: Pick<ExportedEntry, 'kind' | 'order' | 'reversalOf'>): string {
  return [reversalOf === null ? '' : 'reversal of', kind, order?.reference ?? ''].filter(Boolean).join(' ');
}
