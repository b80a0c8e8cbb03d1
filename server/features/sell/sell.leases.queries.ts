import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { columns, quoteOf, quoteRow, type Quote } from './sell.queries.ts';

/** The transfers `t` to the address `a` of a lease `l`: while it or its watch runs, and before the address was given to another quote. */
export const arrivedAtLease = `t.chain = a.chain and t.to_address = a.address and (a.tag = '' or t.to_tag = a.tag)
  and t.first_seen_at between l.leased_at and l.watched_until
  and not exists (select from address_leases n where n.address_id = l.address_id and n.leased_at > l.leased_at
    and n.leased_at <= t.first_seen_at)`;
const ofLease = `from address_leases l join deposit_addresses a on a.id = l.address_id join chain_transfers t on ${arrivedAtLease}`;

/** Whether coins are on their way to a lease, or have come. */
export const hasArrived = readStatement({ id: column.uuid }).exists<[leaseId: string]>()`
  select t.id ${ofLease} where l.id = $1 and t.state in ('seen', 'included', 'final') limit 1`;

/** The quotes whose coins are in a block and that no order was made of; of one chain, or of all. */
export const listToOpen = readStatement({ quoteId: column.uuid }).values<[chain: string | null]>()`
  select distinct l.quote_id as "quoteId" ${ofLease} join sell_quotes q on q.id = l.quote_id
  where t.state in ('included', 'final') and t.coin_id = l.crypto_id and q.used_at is null
    and ($1::text is null or a.chain = $1)
    and not exists (select from transfer_claims c where c.transfer_id = t.id and c.released_at is null)`;

const seen = {
  id: column.uuid,
  txHash: column.text,
  coinId: column.text,
  amount: column.numeric,
  state: column.oneOf(transferStates),
  blockHeight: orNull(column.integer),
  firstSeenAt: column.moment,
};
export type LeasedTransfer = RowOf<typeof seen>;

/** What has come, or is on its way, to the address of one quote. */
export const listLeasedTransfers = readStatement(seen).rows<[quoteId: string]>()`
  select t.id, t.tx_hash as "txHash", t.coin_id as "coinId", t.amount, t.state, t.block_height as "blockHeight",
    t.first_seen_at as "firstSeenAt" ${ofLease}
  where l.quote_id = $1 and t.state in ('seen', 'included', 'final') order by t.first_seen_at, t.id`;

/** A quote with an own address that no order was made of, dropped or not, held until the transaction ends. */
export const lockUnusedQuote = writeStatement(quoteRow).as(quoteOf).first<[id: string]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.id = $1 and q.used_at is null and q.lease_id is not null and q.payment_details is not null for update of q`;

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

const payee = writeStatement(quoteRow)`
  with q as (
    update sell_quotes set deposit_address = $2, deposit_memo = $3, deposit_is_sample = $4, is_own = $5, lease_id = $6,
      payment_details = $7, signature = $8 where id = $1 and used_at is null returning *)
  select ${columns} from q join crypto_assets c on c.id = q.crypto_id`;

/** Stores whom a quote pays and where its coins go, signed; undefined where it was used meanwhile. */
export async function writePayee(
  tx: Tx,
  { stored }: Quote,
  change: Pick<Quote, 'isOwn' | 'leaseId'> & { deposit: DepositAddress; paymentDetails: PaymentDetails },
): Promise<Quote | undefined> {
  const { deposit, isOwn, leaseId, paymentDetails } = change;
  const { address: depositAddress, memo: depositMemo, isSample: depositIsSample } = deposit;
  const after = { ...stored, depositAddress, depositMemo, depositIsSample, isOwn, leaseId, paymentDetails };
  const signature = signChanged(signedTables.quote, stored, after);
  const where = [depositAddress, depositMemo, depositIsSample, isOwn, leaseId];
  const [row] = await tx.run(payee, [stored.id, ...where, JSON.stringify(paymentDetails), signature]);
  return row && quoteOf(row);
}

/** One quote of this user, held until the transaction ends. */
export const lockQuote = writeStatement(quoteRow).as(quoteOf).first<[userId: string, id: string]>()`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.id = $2 and q.user_id = $1 for update of q`;

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
