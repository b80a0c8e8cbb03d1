import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { placeholderValues, first, rows, sent, type Blanks, type Drizzle } from '#server/db/query.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import type { DepositAddress } from '#server/features/wallets/wallets.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { isItsCoin, quoteFields, quoteFrom, type Quote } from './sell.queries.ts';
import { sellQuotes } from './sell.tables.ts';

type NewPayee = Pick<
  typeof sellQuotes.$inferSelect,
  'depositAddress' | 'depositMemo' | 'depositIsSample' | 'isOwn' | 'leaseId' | 'paymentDetails' | 'signature'
>;

const updatePayee = quoteFrom(
  first((db: Drizzle, blanks: Blanks<NewPayee & { id: Id<'quote'> }>) => {
    const { id, depositAddress, depositMemo, depositIsSample, isOwn, leaseId, paymentDetails, signature } = blanks;
    const updated = db.$with('quote').as(
      db
        .update(sellQuotes)
        .set(
          placeholderValues({
            depositAddress,
            depositMemo,
            depositIsSample,
            isOwn,
            leaseId,
            paymentDetails,
            signature,
          }),
        )
        .where(and(eq(sellQuotes.id, id), isNull(sellQuotes.usedAt)))
        .returning(),
    );
    return db.with(updated).select(quoteFields).from(updated).innerJoin(cryptoAssets, isItsCoin);
  }),
);

/** Stores the payee of a quote and where its coins go, signed; undefined if it was used meanwhile. */
export async function writePayee(
  tx: Tx,
  { stored }: Quote,
  change: Pick<Quote, 'isOwn' | 'leaseId'> & { deposit: DepositAddress; paymentDetails: PaymentDetails },
): Promise<Quote | undefined> {
  const { deposit, isOwn, leaseId, paymentDetails } = change;
  const { address: depositAddress, memo: depositMemo, isSample: depositIsSample } = deposit;
  const after = { depositAddress, depositMemo, depositIsSample, isOwn, leaseId, paymentDetails };
  const signature = signChanged(signedTables.quote, stored, after);
  return updatePayee(tx, { id: stored.id, ...after, signature });
}

const lockWithPayee = rows((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select()
    .from(sellQuotes)
    .where(and(eq(sellQuotes.userId, userId), isNotNull(sellQuotes.paymentDetails)))
    .for('update'),
);

const removePayee = sent((db: Drizzle, { id, signature }: Blanks<{ id: Id<'quote'>; signature: Buffer | null }>) =>
  db
    .update(sellQuotes)
    .set({ ...placeholderValues({ signature }), paymentDetails: null })
    .where(eq(sellQuotes.id, id)),
);

/** Erases the payees in the quotes of a user and signs the quotes again, so that none looks forged. */
export async function erasePayees(tx: Tx, userId: Id<'user'>): Promise<void> {
  for (const row of await lockWithPayee(tx, { userId }))
    await removePayee(tx, { id: row.id, signature: signChanged(signedTables.quote, row, { paymentDetails: null }) });
}
