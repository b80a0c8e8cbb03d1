import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import type { Drizzle } from '#server/db/query.ts';
import { bookRates } from '../books.tables.ts';

/** The note of a rate that was taken from the day before. */
const filledNote = 'of the day before';

const day = sql`${sql.placeholder('day')}::date`;
const at = sql`${sql.placeholder('at')}::timestamptz`;

const addRates = (db: Drizzle) =>
  db
    .insert(bookRates)
    .select(
      sql`select ${day}, g.unit, g.rate, null::uuid, ${at}, null
        from unnest(${sql.placeholder('units')}::text[], ${sql.placeholder('rates')}::numeric[]) as g (unit, rate)`,
    )
    .onConflictDoNothing();

// One day alone: a rate that is missing for longer is named, and a member looks for it.
const fillRates = (db: Drizzle) =>
  db
    .insert(bookRates)
    .select(
      sql`select ${day}, r.unit, r.rate, null::uuid, ${at}, ${filledNote}
        from ${bookRates} r where r.day = ${day} - 1 and r.set_by is null and r.note is null`,
    )
    .onConflictDoNothing();

/** Stores the market's rates of a day, by unit, and what it has none of from the day before. Those that are there stay. */
export async function addMarketRates(
  tx: Tx,
  { of, at: moment }: { of: string; at: Date },
  rates: ReadonlyMap<string, string>,
): Promise<void> {
  const values = { day: of, at: moment.toISOString() };
  await tx.ask(addRates, { ...values, units: [...rates.keys()], rates: [...rates.values()] });
  await tx.ask(fillRates, values);
}
