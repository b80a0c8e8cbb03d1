import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createAuth } from '#server/features/auth/second-factor/auth.setup.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { callerOf } from '#tests/setup/call.ts';
import { aPng, aProof } from './files.ts';
import { aUser, bankDetails } from './orders.ts';

export { aPng, aProof };

export type Seller = { id: string; email: string; token: string };

type Tokens = { deps: { auth: Pick<TestApp['deps']['auth'], 'tokens'> } };

/** Makes sessions for separate processes that were started with these secrets. */
export function tokensOf(secrets: { JWT_SECRET: string; ENCRYPTION_KEY: string }): Tokens {
  const { JWT_SECRET: jwtSecret, ENCRYPTION_KEY: encryptionKey } = secrets;
  return { deps: { auth: createAuth({ jwtSecret, encryptionKey, passwordCost: 4, now: () => new Date() }) } };
}

/** A verified customer with a session, without the steps of registering, which other tests cover. */
export async function aSeller(
  { deps }: Tokens,
  pool: Pool,
  { kyc = 'approved' }: { kyc?: 'approved' | 'none' } = {},
): Promise<Seller> {
  const { userId, email } = await aUser(pool);
  const decide = `insert into kyc_requests (user_id, status, document_type, reviewed_at)
    values ($1, 'approved', 'passport', now())`;
  if (kyc === 'approved') await pool.query(decide, [userId]);
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const open = 'insert into sessions (user_id, expires_at) values ($1, $2) returning id';
  const { rows } = await pool.query<{ id: string }>(open, [userId, expiresAt]);
  const sessionId = rows[0]?.id ?? '';
  return { id: userId, email, token: deps.auth.tokens.sessionToken({ userId, sessionId }, expiresAt) };
}

/** The terms of a sale. */
export const saleOf = (cryptoId: string, cryptoAmount: number, targetCurrency = 'USD') => ({
  cryptoId,
  cryptoAmount,
  targetCurrency,
});
export const someBitcoin = saleOf('bitcoin', 0.01);
/** The value of someBitcoin at the sample price. */
export const someBitcoinNet = 371.88;

/** A quote for this seller. */
export async function aQuote(app: TestApp, seller: Seller, terms: object = someBitcoin): Promise<SellQuoteView> {
  const { status, body } = await app.call('POST', '/api/sell-quotes', { token: seller.token, json: terms });
  if (status !== 201) throw new Error(`The quote was answered with ${status}: ${JSON.stringify(body)}`);
  return body as unknown as SellQuoteView;
}

/** The order of a quote, as the wizard sends it. */
export function orderOf(quote: SellQuoteView, changes: Record<string, unknown> = {}) {
  const { cryptoId, cryptoName, cryptoSymbol, amount, netAmount: valueUsd, currency, quoteId } = quote;
  const terms = { cryptoId, cryptoName, cryptoSymbol, amount, valueUsd, currency, quoteId };
  return { ...terms, paymentDetails: bankDetails, ...changes };
}

/** The order without a quote, as the specification has it. */
export function plainOrder(changes: Record<string, unknown> = {}) {
  const { cryptoId, cryptoAmount: amount, targetCurrency: currency } = someBitcoin;
  return { cryptoId, amount, currency, valueUsd: someBitcoinNet, paymentDetails: bankDetails, ...changes };
}

type SubmitOptions = { key?: string; proof?: Buffer | null; fields?: Record<string, string>; signal?: AbortSignal };
export type SubmitAnswer = {
  status: number;
  headers: Headers;
  body: OrderDetails & { code?: string; message?: string } & Record<string, unknown>;
};

/** Submits an order with its proof, as a browser's form would. */
export async function submit(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<Seller, 'token'>,
  order: unknown,
  { proof = aProof(), fields, ...options }: SubmitOptions = {},
): Promise<SubmitAnswer> {
  const transactionData = typeof order === 'string' ? order : JSON.stringify(order);
  const form = { transactionData, ...fields, paymentProof: proof ? aPng('proof.png', proof) : undefined };
  return (await callerOf(app.url)('POST', '/api/transactions', { token, form, ...options })) as unknown as SubmitAnswer;
}

const countedRows = {
  orders: 'orders',
  events: 'order_events',
  files: 'files',
  mails: `outbox where template not in ('new_order_notice', 'team_digest')`,
  notices: 'team_notices',
  used: 'sell_quotes where used_at is not null',
  references: 'order_references r where not exists (select from sell_quotes q where q.reference = r.reference)',
  requests: 'kyc_requests',
  actions: `audit_log where action like 'kyc.%'`,
  marked: `users where kyc_status <> 'none'`,
};

/** Everything that a refused submission must leave unchanged: rows by table, and the stored bytes. */
export async function worldOf({ deps }: TestApp, pool: Pool) {
  const columns = Object.entries(countedRows).map(([name, rows]) => `(select count(*)::int from ${rows}) as "${name}"`);
  const { rows } = await pool.query<Record<keyof typeof countedRows, number>>(`select ${columns.join()}`);
  if (!rows[0]) throw new Error('Counting answers one row');
  const names = await readdir(join(deps.env.dataDir, 'files'), { recursive: true }).catch(() => []);
  return { ...rows[0], bytes: names.filter((name) => /\.(png|jpg|pdf)$/.test(name)).length };
}
