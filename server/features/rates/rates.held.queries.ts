import { and, asc, desc, eq, like, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { placeholderValues, first, isOneOf, one, sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { toText, type Decimal } from '#shared/kernel/money.ts';
import { heldRates } from './rates.tables.ts';

export type HeldKind = 'coin' | 'currency';

export type HeldRate = typeof heldRates.$inferSelect;

/**
 * A rate to store: US dollars for a coin, or units of a currency for one US dollar. `at` is when the oldest offer in it
 * was seen, `source` the sources that made it, as `kraken+coinbase`.
 */
export type NewRate = { subject: string; value: Decimal; change24h: Decimal | null; at: Date; source: string };

/** An offer that waits for the administrator. */
export const isWaiting = eq(heldRates.status, 'waiting');

type HeldRow = Pick<HeldRate, 'kind' | 'subject' | 'lastGood' | 'offered' | 'source' | 'offeredAt'>;

const insertHeld = one((db: Drizzle, { kind, subject, lastGood, offered, source, offeredAt }: Blanks<HeldRow>) =>
  db
    .insert(heldRates)
    .values({ kind, subject, lastGood, offered, source, offeredAt })
    .onConflictDoUpdate({
      target: [heldRates.kind, heldRates.subject],
      targetWhere: sql`${heldRates.status} = 'waiting'`,
      set: {
        lastGood: sql`excluded.last_good`,
        offered: sql`excluded.offered`,
        source: sql`excluded.source`,
        offeredAt: sql`excluded.offered_at`,
      },
    })
    .returning({
      isNew: sql`xmax = 0`.mapWith(Boolean),
      shouldNotify: sql`not exists (select from ${heldRates} o where o.kind = ${heldRates}.kind
        and o.subject = ${heldRates}.subject and o.held_at > now() - interval '1 hour')`.mapWith(Boolean),
    }),
);

export type NewHeldRate = { kind: HeldKind; lastGood?: Decimal; rate: NewRate };

/**
 * Holds an offer back for the administrator, one waiting row for each subject. `isNew`: it was not waiting before.
 * `shouldNotify`: none of that subject was held in the last hour either, so that a rate which goes to and fro notifies
 * once.
 */
export async function insertHeldRateRow(
  tx: Tx,
  newHeldRate: NewHeldRate,
): Promise<{ isNew: boolean; shouldNotify: boolean }> {
  const { kind, lastGood, rate } = newHeldRate;
  const previous = lastGood ? toText(lastGood) : null;
  const { subject, value, source, at } = rate;
  return insertHeld(tx, { kind, subject, lastGood: previous, offered: toText(value), source, offeredAt: at });
}

const supersedeOlder = sent((db: Drizzle, { kind, back }: Blanks<{ kind: HeldKind; back: readonly string[] }>) =>
  db
    .update(heldRates)
    .set({ status: 'superseded', decidedAt: now })
    .where(and(eq(heldRates.kind, kind), isWaiting, isOneOf(heldRates.subject, back))),
);

/** Ends waiting offers whose subject is back at a plausible rate. */
export async function supersedeHeldRates(tx: Tx, kind: HeldKind, back: readonly NewRate[]): Promise<void> {
  await supersedeOlder(tx, { kind, back: back.map(({ subject }) => subject) });
}

type HeldRatesPage = {
  /** A LIKE pattern in lower case over subject and source; null lists all. */
  pattern: string | null;
  sort: 'newest' | 'oldest';
  limit: number;
  offset: number;
};

/** A page of offers, waiting ones first, then the decided ones, and how many there are. */
export async function readHeldRates(
  db: Db,
  { pattern, sort, limit, offset }: HeldRatesPage,
): Promise<{ rates: HeldRate[]; total: number }> {
  const waitingFirst = sql`case when ${heldRates.status} = 'waiting' then 0 else 1 end`;
  const searchedText = sql`lower(concat_ws(' ', ${heldRates.subject}, ${heldRates.source}))`;
  const condition = pattern === null ? undefined : like(searchedText, pattern);
  const byTime = sort === 'newest' ? desc : asc;
  const order = [waitingFirst, byTime(heldRates.heldAt), byTime(heldRates.id)];
  const rates = await db
    .select()
    .from(heldRates)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rates, total: await db.$count(heldRates, condition) };
}

/** The offer with its lock, so that two decisions at once find one winner. */
export const lockHeldRate = first((db: Drizzle, { id }: Blanks<{ id: Id<'heldRate'> }>) =>
  db.select().from(heldRates).where(eq(heldRates.id, id)).for('update'),
);

type Decision = { id: Id<'heldRate'>; status: 'accepted' | 'refused'; decidedBy: Id<'user'> };

export const setHeldRateDecision = sent((db: Drizzle, { id, status, decidedBy }: Blanks<Decision>) =>
  db
    .update(heldRates)
    .set({ ...placeholderValues({ status, decidedBy }), decidedAt: now })
    .where(eq(heldRates.id, id)),
);
