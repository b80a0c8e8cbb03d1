import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { Blanks, Query, Reads } from '#server/db/query.ts';

export type QueryWrapper = <Answer>(text: string, send: () => Promise<Answer>) => Promise<Answer>;

/** While `work` lasts, each query that the product sends outside of a transaction goes through `around`. */
export async function aroundReads(db: Db, around: QueryWrapper, work: () => Promise<unknown>): Promise<void> {
  const { ask } = db;
  db.ask = (query, ...values) => around(textOf(db, query), () => ask(query, ...values));
  try {
    await work();
  } finally {
    Object.assign(db, { ask });
  }
}

function textOf<Answer, Values extends object>(db: Reads, query: Query<Reads, Answer, Values>): string {
  const blanks = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });
  return query(db, blanks as Blanks<Values>).toSQL().sql;
}

/**
 * Polls of timers: of the audit log’s checkpoints for new rows, of a chain for its blocks, and of the chat for online
 * agents.
 */
const ofTimers =
  /^\s*select (coalesce\(max\(l\.id\), 0\)|l\.id)::(text|float8).* from audit_log l|^select .* from "(audit_log|chain_cursors)"|^\s*select coalesce\(max\("?status"?\)/;

/** The queries that requests and services send while `work` runs, without those of timers. */
export async function readsDuring({ deps }: { deps: { db: Db } }, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const note: QueryWrapper = (text, send) => {
    if (!ofTimers.test(text)) texts.push(text);
    return send();
  };
  await aroundReads(deps.db, note, work);
  return texts;
}
