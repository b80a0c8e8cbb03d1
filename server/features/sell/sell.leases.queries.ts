import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { isSpent } from '#server/features/chains/chains.service.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { columns, ofLease, quoteOf, quoteRow } from './sell.queries.ts';

/** The quotes whose coins are in a block and that no order was made of; of one chain, or of all. */
export const listToOpen = readStatement({ quoteId: column.uuid }).values<[chain: string | null]>()`
  select distinct l.quote_id as "quoteId" ${ofLease} join sell_quotes q on q.id = l.quote_id
  where t.state in ('included', 'final') and t.coin_id = l.crypto_id and q.used_at is null
    and ($1::text is null or a.chain = $1)
    and not ${isSpent} and not exists (select from transfer_claims c where c.transfer_id = t.id and c.released_at is null)`;

const seen = {
  id: column.uuid,
  txHash: column.text,
  coinId: column.text,
  amount: column.numeric,
  state: column.oneOf(transferStates),
  blockHeight: orNull(column.integer),
  firstSeenAt: column.moment,
  blockAt: orNull(column.moment),
};
export type LeasedTransfer = RowOf<typeof seen>;

/** What has come, or is on its way, to the address of one quote. */
export const listLeasedTransfers = readStatement(seen).rows<[quoteId: string]>()`
  select t.id, t.tx_hash as "txHash", t.coin_id as "coinId", t.amount, t.state, t.block_height as "blockHeight",
    t.first_seen_at as "firstSeenAt", t.block_at as "blockAt" ${ofLease}
  where l.quote_id = $1 and t.state in ('seen', 'included', 'final') order by t.first_seen_at, t.id`;

/** A quote with an own address that no order was made of, dropped or not, held until the transaction ends. */
export const lockUnusedQuote = writeStatement(quoteRow).as(quoteOf).first<[id: string]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.id = $1 and q.used_at is null and q.lease_id is not null and q.payment_details is not null for update of q`;

/** Whose a quote is; it never changes. */
export const findQuoteOwner = readStatement({ userId: column.uuid }).value<[id: string]>()`
  select user_id as "userId" from sell_quotes where id = $1`;

/** The order that was made of a quote. */
export const findOrderOfQuote = readStatement({ id: column.uuid }).value<[quoteId: string]>()`
  select id from orders where quote_id = $1`;

/** Uses a quote for the order of its coins, even where its customer had dropped it. */
export const markQuotePaid = writeStatement({ id: column.uuid }).exists<[id: string, now: Date]>()`
  update sell_quotes set used_at = $2 where id = $1 and used_at is null returning id`;

/** The lease of a customer's quote, and the order that was made of it. */
export const findLease = readStatement({
  watchedUntil: column.moment,
  endedAt: orNull(column.moment),
  orderId: orNull(column.uuid),
}).first<[userId: string, quoteId: string]>()`
  select l.watched_until as "watchedUntil", l.ended_at as "endedAt",
    (select o.id from orders o where o.quote_id = l.quote_id) as "orderId"
  from address_leases l where l.quote_id = $2 and l.user_id = $1`;

const withPayee = writeStatement(quoteRow)`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.user_id = $1 and q.payment_details is not null for update of q`;
const withoutPayee = writeStatement({ id: column.uuid })`
  update sell_quotes set payment_details = null, signature = $2 where id = $1 returning id`;

/** Erases whom the quotes of a user pay; signed again, so that none looks forged. */
export async function erasePayees(tx: Tx, userId: string): Promise<void> {
  for (const row of await tx.run(withPayee, [userId])) {
    await tx.run(withoutPayee, [row.id, signChanged(signedTables.quote, row, { paymentDetails: null })]);
  }
}
