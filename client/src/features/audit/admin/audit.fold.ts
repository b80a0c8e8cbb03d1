import type { AuditEntry } from './audit.admin.queries.ts';

/** A row of the log on the screen: an entry, or several that one member made in a row. */
export type LogRow = { kind: 'entry'; id: string; entry: AuditEntry } | FoldedRow;

export interface FoldedRow {
  kind: 'folded';
  id: string;
  /** True of views of files and documents; otherwise all entries have one action. */
  areViews: boolean;
  entries: readonly [AuditEntry, ...AuditEntry[]];
}

const viewing = new Set(['file.viewed', 'kyc.viewed']);
const isView = ({ action, actorId }: AuditEntry): boolean => actorId !== null && viewing.has(action);

/** Two entries of one action are read as fast as a folded row. */
const fewestFolded = 3;

/** True if two neighbouring entries are one row: views by one member, or one action within a minute. */
function isOneRow(entry: AuditEntry, next: AuditEntry): boolean {
  if (entry.actorId !== next.actorId || entry.actorRole !== next.actorRole) return false;
  if (isView(entry) && isView(next)) return true;
  return entry.action === next.action && minuteOf(entry) === minuteOf(next);
}

const minuteOf = ({ at }: AuditEntry): string => at.slice(0, 16);

/** Entries as rows, in their order: entries of one member that belong together and follow one another become one row. */
export function foldEntries(entries: readonly AuditEntry[]): LogRow[] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const lastGroup = groups.at(-1);
    // An entry that Landfall has not written is never hidden.
    if (lastGroup && lastGroup[0].isOurs && entry.isOurs && isOneRow(lastGroup[0], entry)) lastGroup.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group): LogRow[] => {
    const areViews = isView(group[0]);
    if (group.length < (areViews ? 2 : fewestFolded))
      return group.map((entry) => ({ kind: 'entry', id: entry.id, entry }));
    // The last entry gives the id: in the usual order more may come before it, and an opened row stays open.
    return [{ kind: 'folded', id: `folded ${group.at(-1)?.id}`, areViews, entries: group }];
  });
}
