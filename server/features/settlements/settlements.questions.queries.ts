import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import type { Drizzle } from '#server/db/query.ts';
import type { Asked } from '#shared/orders/orders.stage.ts';
import { depositQuestions } from './settlements.tables.ts';

const upsert = (db: Drizzle) =>
  db
    .insert(depositQuestions)
    .values({
      orderId: sql.placeholder('orderId'),
      asked: sql.placeholder('asked'),
      askedAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: depositQuestions.orderId,
      set: { asked: sql`excluded.asked`, askedAt: sql`excluded.asked_at` },
    });

const remove = (db: Drizzle) =>
  db.delete(depositQuestions).where(eq(depositQuestions.orderId, sql.placeholder('orderId')));

/** Notes who is asked about what arrived for a sale; null ends the question. */
export async function setAsked(tx: Tx, orderId: string, who: Asked | null, now: Date): Promise<void> {
  if (who === null) await tx.ask(remove, { orderId });
  else await tx.ask(upsert, { orderId, asked: who, now });
}
