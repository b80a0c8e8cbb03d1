import type { AuditEntry } from './audit.admin.queries.ts';

/** A row of the log on the screen: an entry, or several views by the reader in a row. */
export type LogRow =
  | { kind: 'entry'; id: string; entry: AuditEntry }
  | { kind: 'views'; id: string; views: readonly AuditEntry[] };

const viewing = new Set(['file.viewed', 'kyc.viewed']);

/** Entries as rows, in their order: views by `readerId` that follow one another become one row. */
export function foldViews(entries: readonly AuditEntry[], readerId: string | undefined): LogRow[] {
  const isOwnView = ({ action, actorId }: AuditEntry) =>
    readerId !== undefined && actorId === readerId && viewing.has(action);
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const before = groups.at(-1);
    if (before?.[0] && isOwnView(before[0]) && isOwnView(entry)) before.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((views): LogRow[] => {
    const [entry] = views;
    if (!entry) return [];
    // Named by its last view: in the usual order more of them may come before it, and an opened row stays open.
    return views.length > 1
      ? [{ kind: 'views', id: `views ${views.at(-1)?.id}`, views }]
      : [{ kind: 'entry', id: entry.id, entry }];
  });
}
