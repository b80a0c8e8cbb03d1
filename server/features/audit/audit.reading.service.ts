import type { z } from 'zod';
import { endOfDay, startOfDay } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditEntry, listAuditLog } from '#shared/audit/audit.contract.ts';
import { isOurs } from './audit.chain.ts';
import type { AuditPorts } from './audit.ports.ts';
import {
  listActions,
  listSubjectTypes,
  readLog,
  readLogOfSubject,
  readLogOfUsers,
  readState,
  type LogFilter,
  type ShownRow,
} from './audit.reading.queries.ts';

type AuditReadDeps = Pick<Platform, 'db'> & AuditPorts;
type Query = z.output<(typeof listAuditLog)['query']>;
/** What is looked for in the log. */
export type AuditFilter = Omit<Query, 'pageSize' | 'before'>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page of the log, newest first. */
export async function auditLog(deps: AuditReadDeps, query: Query): Promise<AuditEntry[]> {
  const filter: LogFilter = {
    from: startOfDay(query.from ?? '1970-01-01'),
    until: query.to ? endOfDay(query.to) : new Date('9999-12-31T00:00:00.000Z'),
    beforeId: query.before ?? null,
    role: query.actor ?? null,
    actions: query.action ? await actionsOf(deps, query.action) : null,
    limit: query.pageSize,
  };
  const rows = await find(deps, filter, query);
  const actorIds = rows.flatMap(({ actor_id }) => actor_id ?? []);
  const names = await deps.userDirectory.userNames(deps.db, [...new Set(actorIds)]);
  return rows.map((row) => presentEntry(row, names.get(row.actor_id ?? '')));
}

/** The action itself, or all of a feature where its name was given. */
async function actionsOf({ db }: AuditReadDeps, wanted: string): Promise<string[]> {
  if (wanted.includes('.')) return [wanted];
  return (await listActions(db)).filter((action) => action.startsWith(`${wanted}.`));
}

async function find(
  { db, userDirectory }: AuditReadDeps,
  filter: LogFilter,
  { q, subjectType, subjectId }: Query,
): Promise<ShownRow[]> {
  if (subjectId) {
    const types = subjectType ? [subjectType] : await listSubjectTypes(db);
    return readLogOfSubject(db, filter, { types, id: subjectId });
  }
  if (!q) return readLog(db, filter);
  const userIds = uuid.test(q) ? [q] : await userDirectory.findUsers(db, q);
  const byUsers = await readLogOfUsers(db, filter, userIds);
  if (!/^[\w-]+$/.test(q)) return byUsers;
  // Ids of orders, coins and so on are matched exactly.
  const bySubject = await readLogOfSubject(db, filter, { types: await listSubjectTypes(db), id: q });
  const all = new Map([...byUsers, ...bySubject].map((row) => [row.id, row]));
  return [...all.values()].toSorted(newestFirst).slice(0, filter.limit);
}

function newestFirst(one: ShownRow, other: ShownRow): number {
  return other.at.localeCompare(one.at) || Number(other.id) - Number(one.id);
}

function presentEntry(row: ShownRow, actor: { name: string; email: string } | undefined): AuditEntry {
  return {
    id: row.id,
    // The log stores microseconds; the API sends milliseconds.
    at: `${row.at.slice(0, 23)}Z`,
    actorId: row.actor_id,
    actorRole: row.actor_role,
    actorName: actor?.name ?? null,
    actorEmail: actor?.email ?? null,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
    requestId: row.request_id,
    isCheckpointed: row.checkpointed,
    isOurs: isOurs(row),
  };
}

/** The state of the hash chain, and every action available as a filter. */
export async function auditState({ db }: Pick<Platform, 'db'>) {
  const [{ checkpointed, waiting, checkpointedUntil }, actions] = await Promise.all([readState(db), listActions(db)]);
  return {
    checkpointed: Number(checkpointed),
    waiting,
    checkpointedUntil: checkpointedUntil?.toISOString() ?? null,
    actions,
  };
}
