import { eq, isNotNull } from 'drizzle-orm';
import type { Tx } from './db/connection.ts';
import { writeStatement } from './db/statements.ts';
import { secondFactors } from './features/auth/auth.tables.ts';
import { kycRequests } from './features/kyc/kyc.tables.ts';
import { orderWithSignature, signedOrderColumns, type OrderWithSignature } from './features/orders/orders.signature.ts';
import { paymentMethods } from './features/payment-methods/payment-methods.tables.ts';
import { columns, quoteOf, quoteRow, type Quote } from './features/sell/sell.queries.ts';
import { depositAddressStops, depositWalletChanges, depositWallets } from './features/wallets/wallets.tables.ts';

const ordersAfter = writeStatement(
  orderWithSignature,
  `select ${signedOrderColumns} from orders t where t.signature is not null and t.id > $1 order by t.id limit 500 for update of t`,
);

/** The next orders that carry a signature, by id, locked. */
export async function lockOrdersAfter(tx: Tx, after: string): Promise<OrderWithSignature[]> {
  return tx.run(ordersAfter, [after]);
}

const quotesAfter = writeStatement(
  quoteRow,
  `select ${columns} from sell_quotes q join crypto_assets c on c.id = q.crypto_id
   where q.signature is not null and q.id > $1 order by q.id limit 500 for update of q`,
);

/** The next quotes that carry a signature, by id, locked. */
export async function lockQuotesAfter(tx: Tx, after: string): Promise<Quote[]> {
  return (await tx.run(quotesAfter, [after])).map(quoteOf);
}

/** The new signature of a row. */
export type Resigned = { id: string; signature: Buffer };

const storeOf = (table: 'orders' | 'sell_quotes') =>
  writeStatement(
    {},
    `update ${table} t set signature = s.signature from unnest($1::uuid[], $2::bytea[]) s(id, signature) where t.id = s.id`,
  );
const statements = { orders: storeOf('orders'), sell_quotes: storeOf('sell_quotes') };

/** Stores the new signatures of orders or quotes. */
export async function storeSignatures(
  tx: Tx,
  table: keyof typeof statements,
  resigned: readonly Resigned[],
): Promise<void> {
  await tx.run(statements[table], [resigned.map(({ id }) => id), resigned.map(({ signature }) => signature)]);
}

/** Every requested change of a deposit address. */
export async function listWalletChanges(tx: Tx): Promise<(typeof depositWalletChanges.$inferSelect)[]> {
  return tx.select().from(depositWalletChanges);
}

export async function storeWalletSignature(tx: Tx, cryptoId: string, signature: Buffer): Promise<void> {
  await tx.update(depositWallets).set({ signature }).where(eq(depositWallets.cryptoId, cryptoId));
}

export async function storeChangeSignature(tx: Tx, { id, signature }: Resigned): Promise<void> {
  await tx.update(depositWalletChanges).set({ signature }).where(eq(depositWalletChanges.id, id));
}

export async function storeStopSignature(tx: Tx, { id, signature }: Resigned): Promise<void> {
  await tx.update(depositAddressStops).set({ signature }).where(eq(depositAddressStops.id, id));
}

export async function storeMethodSignature(tx: Tx, { id, signature }: Resigned): Promise<void> {
  await tx.update(paymentMethods).set({ signature }).where(eq(paymentMethods.id, id));
}

/** Every encrypted document number with its owner. */
export async function listDocumentNumbers(
  tx: Tx,
): Promise<{ id: string; userId: string; documentNumber: Buffer | null }[]> {
  const { id, userId, documentNumber } = kycRequests;
  return tx.select({ id, userId, documentNumber }).from(kycRequests).where(isNotNull(documentNumber));
}

export async function storeDocumentNumber(
  tx: Tx,
  id: string,
  documentNumber: Buffer,
  documentNumberHash: Buffer,
): Promise<void> {
  await tx.update(kycRequests).set({ documentNumber, documentNumberHash }).where(eq(kycRequests.id, id));
}

/** Every encrypted secret of a second factor with its owner. */
export async function listFactorSecrets(tx: Tx): Promise<{ userId: string; secret: Buffer }[]> {
  return tx.select({ userId: secondFactors.userId, secret: secondFactors.secret }).from(secondFactors);
}

export async function storeFactorSecret(tx: Tx, userId: string, secret: Buffer): Promise<void> {
  await tx.update(secondFactors).set({ secret }).where(eq(secondFactors.userId, userId));
}
