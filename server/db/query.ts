import { createHash } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { remembered } from '../lib/remembered.ts';

/** The Drizzle instance of one connection, or of the pool. */
export type Drizzle = NodePgDatabase;
/** The part of it that queries need which only read. */
export type Reads = Pick<Drizzle, 'select' | 'selectDistinct' | 'selectDistinctOn' | '$count' | '$with'>;

type Prepared<Answer> = { execute: (values?: Record<string, unknown>) => Promise<Answer> };
type Buildable<Answer> = { toSQL: () => { sql: string }; prepare: (name: string) => Prepared<Answer> };

/**
 * A query as a function of the database, declared once at module level; its blanks are `sql.placeholder(name)`. One that
 * asks for `Reads` is sent through a `Db` or a `Tx`, one that asks for `Drizzle` writes, and goes through a `Tx` alone.
 */
export type Query<On, Answer> = (db: On) => Buildable<Answer>;

/** Where queries are prepared and sent: on the pool any free connection takes them, in a transaction its own. */
export type Asks<On> = {
  /** Sends a declared query; `values` fill its blanks. Numerics come back as strings. */
  ask: <Answer>(query: Query<On, Answer>, values?: object) => Promise<Answer>;
};

/** Prepares each declared query once for this instance, and sends it through it from then on. */
export function asksOf(instance: Drizzle): Asks<Drizzle> {
  const prepared = new Map<unknown, Prepared<unknown>>();
  return {
    ask: async <Answer>(query: Query<Drizzle, Answer>, values: object = {}) => {
      const known = remembered(prepared, query, () => {
        const built = query(instance);
        return built.prepare(nameOf(built.toSQL().sql));
      }) as Prepared<Answer>;
      return known.execute({ ...values });
    },
  };
}

/** Named after its text, so that two queries never share a name and PostgreSQL plans each once per connection. */
function nameOf(text: string): string {
  return `q_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}
