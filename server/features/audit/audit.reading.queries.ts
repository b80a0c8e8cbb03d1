import type { Db } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { loggedColumns, loggedRow } from './audit.queries.ts';

/** The log grows without end: a page is read from short ranges of an index, and the next begins at a row. */
export type LogFilter = {
  from: Date;
  /** Excluded. */
  until: Date;
  sort: 'newest' | 'oldest';
  /** The row after which the page begins, in this order; null for its first. */
  afterId: string | null;
  role: string | null;
  /** Exact ones; null for all. */
  actions: readonly string[] | null;
  limit: number;
};
const shownRow = { ...loggedRow, checkpointed: column.boolean };
export type ShownRow = RowOf<typeof shownRow>;

const begins = '(select c.at from audit_log c where c.id = $3::bigint)';
const isBehind = (sign: '<' | '>') =>
  `($3::bigint is null or (l.at, l.id) ${sign} (select c.at, c.id from audit_log c where c.id = $3::bigint))`;
/** $1 from, $2 until, $3 the row before the page, $4 role, $5 limit: the same in every statement below. */
const orders = {
  newest: {
    inSpan: `l.at >= $1 and l.at < $2 and l.at <= coalesce(${begins}, $2) and ${isBehind('<')}`,
    direction: 'desc',
  },
  oldest: {
    inSpan: `l.at >= coalesce(${begins}, $1) and l.at >= $1 and l.at < $2 and ${isBehind('>')}`,
    direction: 'asc',
  },
};
type Range = { inSpan: string; fits: string; narrowed: string; first: string };

/** Counting stops here: the log grows without end. */
export const maxCounted = 10_000;

/** A page in each order of what `foundIn` selects, and how many there are in all. */
const listed = (foundIn: (range: Range) => string) => {
  const inOrder = ({ inSpan, direction }: (typeof orders)['newest']) => {
    const fits = `${inSpan} and ($4::text is null or l.actor_role = $4)`;
    const narrowed = `${fits} and ($6::text[] is null or l.action = any($6))`;
    const found = foundIn({
      inSpan,
      fits,
      narrowed,
      first: `order by l.at ${direction}, l.id ${direction} limit $5::int`,
    });
    const page = readStatement(shownRow)`
      select ${loggedColumns}, exists (select 1 from audit_checkpoints s where s.audit_id = l.id) as checkpointed
      from (select f.id, f.at from (${found}) f order by f.at ${direction}, f.id ${direction} limit $5) p
      join audit_log l on l.id = p.id order by p.at ${direction}, p.id ${direction}`;
    return { found, page };
  };
  const [newest, oldest] = [inOrder(orders.newest), inOrder(orders.oldest)];
  const counted = `select count(*)::int as count from (select 1 from (${newest.found}) f limit $5) n`;
  return { newest: newest.page, oldest: oldest.page, count: readStatement({ count: column.integer }, counted) };
};

const ofAll = listed(({ fits, first }) => `select l.id, l.at from audit_log l where ${fits} ${first}`);
const rareRoles = ['visitor', 'system', 'staff', 'admin'];
// The predicate of the index, so that the planner can use it.
const ofRareRole = listed(
  ({ inSpan, first }) => `select l.id, l.at from audit_log l
   where l.actor_role in (${sqlList(rareRoles)}) and l.actor_role = $4 and ${inSpan} ${first}`,
);
const ofActions = listed(
  ({ fits, first }) => `select r.id, r.at from unnest($6::text[]) a(action) cross join lateral (
     select l.id, l.at from audit_log l where l.action = a.action and ${fits} ${first}) r`,
);
/** $7 users: what they did, and what was done to them. $8 kinds of subjects, $9 one id: what was done to that. */
const ofSearch = listed(
  ({ narrowed, first }) => `(select r.id, r.at from unnest($7::uuid[]) w(id) cross join lateral (
      select l.id, l.at from audit_log l where l.actor_id = w.id and ${narrowed} ${first}) r)
   union (select l.id, l.at from audit_log l
      where l.subject_type = 'user' and l.subject_id = any($7::text[]) and ${narrowed} ${first})
   union (select r.id, r.at from unnest($8::text[]) k(type) cross join lateral (
      select l.id, l.at from audit_log l
      where l.subject_type = k.type and l.subject_id = $9 and ${narrowed} ${first}) r)`,
);
/** $7 kinds of subjects, $8 one id. */
const ofSubject = listed(
  ({ narrowed, first }) => `select r.id, r.at from unnest($7::text[]) k(type) cross join lateral (
     select l.id, l.at from audit_log l
     where l.subject_type = k.type and l.subject_id = $8 and ${narrowed} ${first}) r`,
);

type Listed = ReturnType<typeof listed>;
/** What a filter reads: a statement, and what it takes beside the values that all take. */
type Reading = readonly [statements: Listed, ...values: unknown[]];

/** The whole log, or some actions. */
function readingOfLog({ actions, role }: LogFilter): Reading {
  if (actions !== null) return [ofActions, actions];
  return [role !== null && rareRoles.includes(role) ? ofRareRole : ofAll];
}

/** What these users did, what was done to them, and what was done to the thing of this id, whatever it is among `types`. */
export type Search = { userIds: readonly string[]; types: readonly string[]; id: string };
/** What was done to one thing, whatever it is among `types`. */
export type Subject = { types: readonly string[]; id: string };

function readingOf(filter: LogFilter, wanted: Search | Subject | undefined): Reading {
  if (!wanted) return readingOfLog(filter);
  const { actions } = filter;
  if ('userIds' in wanted) return [ofSearch, actions, wanted.userIds, wanted.types, wanted.id];
  return [ofSubject, actions, wanted.types, wanted.id];
}

/** A page of the log in the order asked for: all of it, of a search, or of one thing. */
export async function readLog(db: Pick<Db, 'run'>, filter: LogFilter, wanted?: Search | Subject): Promise<ShownRow[]> {
  const { from, until, sort, afterId, role, limit } = filter;
  const [{ [sort]: page }, ...values] = readingOf(filter, wanted);
  return db.run(page, [from, until, afterId, role, limit, ...values]);
}

/** How many entries there are of it in all, at most `maxCounted`. */
export async function countLog(db: Pick<Db, 'run'>, filter: LogFilter, wanted?: Search | Subject): Promise<number> {
  const [{ count }, ...values] = readingOf(filter, wanted);
  return (await db.run(count, [filter.from, filter.until, null, filter.role, maxCounted, ...values]))[0]?.count ?? 0;
}

const texts = readStatement({ id: column.uuid, text: column.text })`
  select id, text from audit_texts where id = any($1::uuid[])`;

/** The texts about users that the log refers to; those of erased users are missing. */
export async function readTexts(db: Pick<Db, 'run'>, ids: readonly string[]): Promise<Map<string, string>> {
  const found = ids.length === 0 ? [] : await db.run(texts, [ids]);
  return new Map(found.map(({ id, text }) => [id, text]));
}

/** Each value of a column once, by hopping through its index instead of reading the log. */
const distinct = (name: string) =>
  readStatement({ value: column.text }).values()`
    with recursive hop as (
      select min(${name}) as value from audit_log
      union all select (select min(${name}) from audit_log where ${name} > hop.value) from hop
      where hop.value is not null)
    select value from hop where value is not null`;
/** Every action that was ever recorded, in alphabetical order. */
export const listActions = distinct('action');
/** Every kind of thing something was done to. */
export const listSubjectTypes = distinct('subject_type');

/** Rows without a checkpoint are looked for among so many of the newest. */
const freshRows = 1_000;

/** How far the chain has come, and how many of the newest rows wait for it. */
export const readState = readStatement({
  checkpointed: column.text,
  checkpointedUntil: orNull(column.moment),
  waiting: column.integer,
}).one()`
  select coalesce((select s.seq from audit_checkpoints s order by s.seq desc limit 1), 0)::text as checkpointed,
    (select l.at from audit_checkpoints s join audit_log l on l.id = s.audit_id order by s.seq desc limit 1) as "checkpointedUntil",
    (select count(*)::int from (select l.id from audit_log l order by l.id desc limit ${freshRows}) n
      where not exists (select 1 from audit_checkpoints s where s.audit_id = n.id)) as waiting`;
