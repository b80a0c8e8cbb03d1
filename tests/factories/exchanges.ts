import { endSureness } from '#server/features/auth/sessions/auth.sessions.queries.ts';
import type { ExchangeEstimate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { adminEmail, adminPassword, type TestApp } from '#tests/setup/app.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { signedIn } from './accounts.ts';
import { aPng, type Seller } from './sales.ts';

export const someDollars = { fromCurrency: 'USD', toCurrency: 'NGN', amount: 100 };

const bankDetails = { bankName: 'First Bank', accountNumber: '0123456789', accountName: 'Ada Obi' };

/** The estimate of an exchange with these terms, as a customer gets it. Throws when there is no rate. */
export async function exchangeEstimate(
  app: Pick<TestApp, 'call'>,
  { token }: Pick<Seller, 'token'>,
  terms: object = someDollars,
): Promise<ExchangeEstimate> {
  const { status, body } = await app.call('POST', '/api/fiat-exchange/calculate', { token, json: terms });
  if (status !== 200) throw new Error(`Calculating answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as ExchangeEstimate;
}

/** The submission of what was shown, as the wizard sends it. */
export function exchangeOf(estimate: ExchangeEstimate, changes: Record<string, unknown> = {}) {
  const { fromCurrency, toCurrency, inputAmount, exchangeRate, outputAmount } = estimate;
  return { fromCurrency, toCurrency, inputAmount, exchangeRate, outputAmount, bankDetails, ...changes };
}

type SubmittedExchange = { status: number; body: { transaction: OrderDetails } & Record<string, unknown> };

/** Submits an exchange. */
export async function exchange(
  app: Pick<TestApp, 'call'>,
  { token }: Pick<Seller, 'token'>,
  json: unknown,
  key?: string,
): Promise<SubmittedExchange> {
  return (await app.call('POST', '/api/fiat-exchange/submit', { token, json, key })) as unknown as SubmittedExchange;
}

/** An exchange of these terms that waits for its proof. */
export async function anExchange(
  app: Pick<TestApp, 'call'>,
  seller: Pick<Seller, 'token'>,
  terms: object = someDollars,
): Promise<OrderDetails> {
  const { status, body } = await exchange(app, seller, exchangeOf(await exchangeEstimate(app, seller, terms)));
  if (status !== 201) throw new Error(`Submitting answered ${status}: ${JSON.stringify(body)}`);
  return body.transaction;
}

type Proof = { proof?: Buffer | null; type?: string; name?: string; key?: string };

/** Uploads a proof, as a browser's form would. */
export async function sendProof(
  { call }: Pick<TestApp, 'call'>,
  { token }: Pick<Seller, 'token'>,
  id: string,
  { proof, type = 'image/png', name = 'proof.png', key }: Proof = {},
): Promise<SubmittedExchange> {
  const form = { paymentProof: proof === null ? undefined : { ...aPng(name, proof), type } };
  return (await call('POST', `/api/fiat-exchange/upload-proof/${id}`, {
    token,
    form,
    key,
  })) as unknown as SubmittedExchange;
}

/**
 * The administrator, signed in with a proven password, and their calls. If the test has the process, the session itself
 * is no longer sure: only the step-up header proves the password, so that a call without it is refused.
 */
export async function theAdmin(app: Pick<TestApp, 'call'> & Partial<Pick<TestApp, 'deps'>>) {
  const token = await signedIn(app.call, adminEmail, adminPassword);
  const { body } = await app.call('POST', '/api/admin/step-up', { token, json: { password: adminPassword } });
  const session = await app.deps?.sessions.authenticate(token);
  if (session) await app.deps?.inTx((tx) => endSureness(tx, { userId: session.userId, except: null }));
  const provenSession = { token, stepUp: { 'X-Step-Up': String(body.stepUpToken) } };
  return { ...provenSession, ...callsOf(app, provenSession, '/api/admin/') };
}
