import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { bookRates } from '../books.tables.ts';

/** The note of a rate that was taken from the day before. */
const filledNote = 'of the day before';

type DayValues = { day: string; at: string };
type Rates = DayValues & { units: string[]; rates: string[] };

const addRates = sent((db: Drizzle, { day, at, units, rates }: Blanks<Rates>) =>
  db
    .insert(bookRates)
    .select(
      sql`select ${day}::date, g.unit, g.rate, null::uuid, ${at}::timestamptz, null
        from unnest(${units}::text[], ${rates}::numeric[]) as g (unit, rate)`,
    )
    .onConflictDoNothing(),
);

// Only one day is filled: a rate that is missing for longer is reported to members.
const fillRates = sent((db: Drizzle, { day, at }: Blanks<DayValues>) =>
  db
    .insert(bookRates)
    .select(
      sql`select ${day}::date, r.unit, r.rate, null::uuid, ${at}::timestamptz, ${filledNote}
        from ${bookRates} r where r.day = ${day}::date - 1 and r.set_by is null and r.note is null`,
    )
    .onConflictDoNothing(),
);

/**
 * Stores the market's rates of a day, by unit, and those of the day before for units without one. Existing rates stay.
 */
export async function addMarketRates(
  tx: Tx,
  { of, at: moment }: { of: string; at: Date },
  rates: ReadonlyMap<string, string>,
): Promise<void> {
  const values = { day: of, at: moment.toISOString() };
  await addRates(tx, { ...values, units: [...rates.keys()], rates: [...rates.values()] });
  await fillRates(tx, values);
}
