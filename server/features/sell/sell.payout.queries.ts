import type { Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { columns, quoteOf, quoteRow, type Quote } from './sell.queries.ts';

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
  const values = [
    depositAddress,
    depositMemo,
    depositIsSample,
    isOwn,
    leaseId,
    JSON.stringify(paymentDetails),
    signature,
  ];
  const [row] = await tx.run(payee, [stored.id, ...values]);
  return row && quoteOf(row);
}

const lockedOfUser = writeStatement(quoteRow)`
  select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
  where q.id = $1 and q.user_id = $2 for update of q`;

/** One quote of this user, held until the transaction ends. */
export async function lockQuote(tx: Tx, userId: string, id: string): Promise<Quote | undefined> {
  const [row] = await tx.run(lockedOfUser, [id, userId]);
  return row && quoteOf(row);
}

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
