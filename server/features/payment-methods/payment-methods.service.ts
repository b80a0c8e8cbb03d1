import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { withoutForged } from '#server/features/alarms/alarms.service.ts';
import { Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import type { PaymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { presentInstruction } from './payment-methods.present.ts';
import { listMethods, type PaymentMethodRow } from './payment-methods.queries.ts';

export { seedSampleMethods } from './payment-methods.admin.service.ts';
export { countMethodsIn } from './payment-methods.queries.ts';

/** The active accounts for this currency (all without one); those the product did not write raise the alarm. */
export async function activeMethods(deps: Platform, currency: string | undefined): Promise<PaymentMethodRow[]> {
  return withoutForged(deps, 'paymentMethod', await listMethods(deps.db, { currency, isActive: true }));
}

/** Payment instructions for this currency. Refuses with payment_method_unavailable when there are none. */
export async function instructionsFor(deps: Platform, currency: string): Promise<PaymentInstruction[]> {
  const methods = await activeMethods(deps, currency);
  if (methods.length > 0) return methods.map(presentInstruction);
  throw new Unprocessable('payment_method_unavailable', reasonWith('payment_methods_missing', { currency }));
}

/** The currencies that can be paid in right now. */
export async function payableCurrencies(deps: Platform): Promise<ReadonlySet<string>> {
  return new Set((await activeMethods(deps, undefined)).map(({ currency }) => currency));
}

/** Names of the receiving accounts that were changed outside the application. */
export async function forgedMethods({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  const rows = await listMethods(db);
  return rows.filter((row) => !isSignedRow(signedTables.paymentMethod, row)).map(({ displayName }) => displayName);
}
