import type { z } from 'zod';
import type { Platform } from '#server/platform.ts';
import type { AuditEntry, listAuditLog } from '#shared/audit/audit.contract.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import type { Rights } from '#shared/kernel/permission.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { isOurs } from './audit.chain.ts';
import type { AuditDeps } from './audit.ports.ts';
import {
  countLog,
  listActions,
  listSubjectTypes,
  readLog,
  readState,
  readTexts,
  type LogFilter,
  type Search,
  type ShownRow,
  type Subject,
} from './audit.reading.queries.ts';
import { lastVerification, momentOf } from './audit.verification.service.ts';

type Query = z.output<(typeof listAuditLog)['query']>;
/** The rights of the reader: a role does not find addresses by a part that it is not shown. */
type Reader = Pick<Rights, 'masks'>;
/** Filter of the log. */
export type AuditFilter = Omit<Query, 'pageSize' | 'before' | 'sort'>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a page of the audit log as its reader may see it. */
export async function readEntries(deps: AuditDeps, reader: Reader, query: Query): Promise<AuditEntry[]> {
  return entriesOf(deps, await filterOf(deps, query), await wantedOf(deps, reader, query));
}

async function entriesOf(deps: AuditDeps, filter: LogFilter, filterValues: Wanted): Promise<AuditEntry[]> {
  const rows = await readLog(deps.db, filter, filterValues);
  const parsedRows = rows.map((row) => ({ row, details: fieldsOf(JSON.parse(row.details)) }));
  const userIds = parsedRows.flatMap(({ row: { actorId, subjectType, subjectId }, details }) => [
    ...(actorId === null ? [] : [actorId]),
    ...(subjectType === 'user' && subjectId !== null && uuid.test(subjectId) ? [subjectId] : []),
    ...idsIn(details),
  ]);
  const users = await deps.userDirectory.userNames(deps.db, [...new Set(userIds)]);
  const orderIds = rows.flatMap(({ subjectType, subjectId }) =>
    subjectType === 'transaction' && subjectId !== null && uuid.test(subjectId) ? [subjectId] : [],
  );
  const references = await deps.orderDirectory.orderReferences(deps.db, [...new Set(orderIds)]);
  const textIds = parsedRows.flatMap(({ details }) => Object.values(details).flatMap((value) => textIdOf(value) ?? []));
  const texts = await readTexts(deps.db, textIds);
  return parsedRows.map(({ row, details }) => presentEntry(row, withTexts(details, texts), { users, references }));
}

/** The id of a text about a user that is stored beside the log. */
function textIdOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('textId' in value)) return undefined;
  return typeof value.textId === 'string' ? value.textId : undefined;
}

/** The details with these texts; one that was erased with its user is null. */
function withTexts(details: Record<string, unknown>, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const textId = textIdOf(value);
      return [name, textId === undefined ? value : (texts.get(textId) ?? null)];
    }),
  );
}

/** Ids among the details, of users and of everything else: only users have names. */
function idsIn(details: Record<string, unknown>): string[] {
  return Object.values(details).filter((value): value is string => typeof value === 'string' && uuid.test(value));
}

/** Returns a page with the number of all entries that match, at most 10,000. */
export async function auditLog(
  deps: AuditDeps,
  reader: Reader,
  query: Query,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const filter = await filterOf(deps, query);
  const filterValues = await wantedOf(deps, reader, query);
  const [entries, total] = await Promise.all([
    entriesOf(deps, filter, filterValues),
    countLog(deps.db, filter, filterValues),
  ]);
  return { entries, total };
}

async function filterOf(deps: AuditDeps, query: Query): Promise<LogFilter> {
  return {
    from: rangeStart(query.from ?? '1970-01-01'),
    until: query.to ? rangeEnd(query.to) : new Date('9999-12-31T00:00:00.000Z'),
    sort: query.sort,
    afterId: query.before ?? null,
    role: query.actor ?? null,
    actions: query.action ? await actionsOf(deps, query.action) : null,
    limit: query.pageSize,
  };
}

/** The action itself, or all of a feature where its name was given. */
async function actionsOf({ db }: AuditDeps, subjectType: string): Promise<string[]> {
  if (subjectType.includes('.')) return [subjectType];
  return (await listActions(db)).filter((action) => action.startsWith(`${subjectType}.`));
}

type Wanted = Search | Subject | undefined;

async function wantedOf(
  { db, userDirectory, orderDirectory }: AuditDeps,
  reader: Reader,
  { q, subjectType, subjectId }: Query,
): Promise<Wanted> {
  if (subjectId) return { types: subjectType ? [subjectType] : await listSubjectTypes(db), id: subjectId };
  if (!q) return undefined;
  const userIds = uuid.test(q) ? [q] : await userDirectory.findUsers(db, q, reader);
  if (!/^[\w-]+$/.test(q)) return { userIds, types: [], id: q };
  // Ids of orders, coins and so on are matched exactly; an order is known by its reference.
  return { userIds, types: await listSubjectTypes(db), id: (await orderDirectory.orderByReference(db, q)) ?? q };
}

type Users = ReadonlyMap<string, { name: string; email: string | null }>;

/** Names by the id of what they name. */
type Names = { users: Users; references: ReadonlyMap<string, string> };

function presentEntry(row: ShownRow, details: Record<string, unknown>, { users, references }: Names): AuditEntry {
  const actor = users.get(row.actorId ?? '');
  const namedUsers = idsIn(details).flatMap((id) => {
    const name = users.get(id)?.name;
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    id: row.id,
    at: momentOf(row),
    actorId: row.actorId,
    actorRole: row.actorRole,
    actorName: actor?.name ?? null,
    actorEmail: actor?.email ?? null,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    subjectName: nameOfSubject(row, { users, references }),
    details,
    detailNames: Object.fromEntries(namedUsers),
    requestId: row.requestId,
    isCheckpointed: row.checkpointed,
    isOurs: isOurs(row),
  };
}

function nameOfSubject({ subjectType, subjectId }: ShownRow, { users, references }: Names): string | null {
  if (subjectType === 'user') return users.get(subjectId ?? '')?.name ?? null;
  return subjectType === 'transaction' ? (references.get(subjectId ?? '') ?? null) : null;
}

/** The state of the hash chain, and every action available as a filter. */
export async function auditState({ db }: Pick<Platform, 'db'>) {
  const [{ checkpointed, waiting, checkpointedUntil }, actions, verified] = await Promise.all([
    readState(db),
    listActions(db),
    lastVerification(db),
  ]);
  return {
    checkpointed,
    waiting,
    checkpointedUntil: checkpointedUntil?.toISOString() ?? null,
    verified,
    actions,
  };
}
