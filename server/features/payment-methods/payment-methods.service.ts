import type { PaymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { Unprocessable } from '#server/http/refusal.ts';
import { presentInstruction } from './payment-methods.present.ts';
import { countMethods, listActiveMethods, type PaymentMethodRow } from './payment-methods.queries.ts';
import { isSignedMethod } from './payment-methods.signature.ts';

export { seedSampleMethods } from './payment-methods.desk.service.ts';

export type MethodsDeps = Pick<Deps, 'db' | 'env' | 'inTx' | 'log'>;

/**
 * The active accounts a customer may pay this currency into (every currency without one). Only those the product
 * itself wrote: another row is left out and raises the alarm.
 */
export async function activeMethods(deps: MethodsDeps, currency: string | undefined): Promise<PaymentMethodRow[]> {
  const rows = await listActiveMethods(deps.db, currency);
  const isTrue = (row: PaymentMethodRow) => isSignedMethod(deps.env.encryptionKey, row);
  for (const forged of rows.filter((row) => !isTrue(row))) await raiseAlarm(deps, forged);
  return rows.filter(isTrue);
}

/** What a customer is told who pays in this currency. Refuses with payment_method_unavailable when there is nothing. */
export async function instructionsFor(deps: MethodsDeps, currency: string): Promise<PaymentInstruction[]> {
  const methods = await activeMethods(deps, currency);
  if (methods.length > 0) return methods.map(presentInstruction);
  const message = `There is no account to pay ${currency} into at the moment. Nothing was created.`;
  throw new Unprocessable('payment_method_unavailable', message);
}

/** The currencies that can be paid in right now. */
export async function payableCurrencies(deps: MethodsDeps): Promise<ReadonlySet<string>> {
  return new Set((await activeMethods(deps, undefined)).map(({ currency }) => currency));
}

/** How many accounts stand in a currency, active or not. */
export async function countMethodsIn(db: Db, currency: string): Promise<number> {
  return countMethods(db, currency);
}

/** Rows already reported by this process: one alarm a forgery, not one a customer. */
const reported = new Set<string>();

/** Never with the account itself in the log: whoever reads it must not take it for ours. */
async function raiseAlarm({ inTx, log }: Pick<MethodsDeps, 'inTx' | 'log'>, row: PaymentMethodRow): Promise<void> {
  const { id, currency, version, signature } = row;
  log.error({ paymentMethodId: id, version }, 'A payment method was changed behind the product: it is not served');
  const forgery = JSON.stringify([row, signature.toString('base64')]);
  if (reported.has(forgery)) return;
  await inTx((tx) => reportForgery(tx, { id, currency, version }));
  reported.add(forgery);
}

async function reportForgery(
  tx: Tx,
  { id, currency, version }: Pick<PaymentMethodRow, 'id' | 'currency' | 'version'>,
): Promise<void> {
  const subject = { type: 'payment_method', id };
  await recordAudit(tx, 'system', 'payment_method.signature_failed', subject, { currency, version });
  await publish(tx, { kind: 'payment_method_alarm', id });
}
