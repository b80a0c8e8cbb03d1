import type { AuditEntry } from './audit.admin.queries.ts';

/** A row of the log on the screen: an entry, or several views by one member in a row. */
export type LogRow =
  | { kind: 'entry'; id: string; entry: AuditEntry }
  | { kind: 'views'; id: string; views: readonly AuditEntry[] };

const viewing = new Set(['file.viewed', 'kyc.viewed']);

/** Entries as rows, in their order: views by one member that follow one another become one row. */
export function foldViews(entries: readonly AuditEntry[]): LogRow[] {
  const isView = ({ action, actorId }: AuditEntry) => actorId !== null && viewing.has(action);
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const lastGroup = groups.at(-1);
    const isFollowing = lastGroup?.[0]?.actorId === entry.actorId && isView(lastGroup[0]) && isView(entry);
    if (isFollowing) lastGroup.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((views): LogRow[] => {
    const [entry] = views;
    if (!entry) return [];
    // The last view gives the id: earlier views may be added before it, and an opened row stays open.
    return views.length > 1
      ? [{ kind: 'views', id: `views ${views.at(-1)?.id}`, views }]
      : [{ kind: 'entry', id: entry.id, entry }];
  });
}
