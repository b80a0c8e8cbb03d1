import type { Db } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import { toText, type Amount, type Rate } from '#shared/kernel/money.ts';
import type { OrderDraft } from './orders.draft.ts';

const duplicate = readStatement({ id: column.uuid })`
  select t.id from orders t join files f on f.order_id = t.id
  where t.user_id = $1 and t.created_at > $2 and t.crypto_id = $3 and t.amount = $4
    and f.purpose = 'payment_proof' and f.sent_hash = $5
  order by t.created_at limit 1`;

/** An order of this user, coin and amount since a moment whose proof has the same bytes. */
export async function findDuplicate(
  db: Pick<Db, 'run'>,
  sale: { userId: string; since: Date; cryptoId: string; amount: string; proofHash: Buffer },
): Promise<string | undefined> {
  return (await db.run(duplicate, [sale.userId, sale.since, sale.cryptoId, sale.amount, sale.proofHash]))[0]?.id;
}

const duplicateExchange = readStatement({ id: column.uuid })`
  select id from orders
  where user_id = $1 and created_at > $2 and type = 'fiat' and status = 'pending' and proof_at is null
    and from_currency = $3 and payout_currency = $4 and amount = $5 and rate = $6 and payout_amount = $7
    and payment_details = $8::jsonb
  order by created_at limit 1`;

/** An exchange of this user opened since a moment on the same terms, still without proof. */
export async function findDuplicateExchange(
  db: Pick<Db, 'run'>,
  { userId, since, from, to, amount, rate, output, details }: DuplicateExchange,
): Promise<string | undefined> {
  const values = [userId, since, from, to, ...[amount, rate, output].map(toText), JSON.stringify(details)];
  return (await db.run(duplicateExchange, values))[0]?.id;
}

export type DuplicateExchange = {
  userId: string;
  since: Date;
  from: string;
  to: string;
  amount: Amount<'sent'>;
  rate: Rate<'sent', 'payout'>;
  output: Amount<'payout'>;
  details: OrderDraft['paymentDetails'];
};
