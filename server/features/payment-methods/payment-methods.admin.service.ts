import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow, type SignedFields } from '#server/db/signing/signed-rows.ts';
import type { ActionEntry } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, writeAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import type { Platform } from '#server/platform.ts';
import type { AdminPaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { presentMethod } from './payment-methods.present.ts';
import * as queries from './payment-methods.queries.ts';
import { sampleMethods } from './payment-methods.samples.ts';

type MethodActor = Actor | 'system';

/** Lists the receiving accounts of a currency, or of all, each with the result of its signature check. */
export async function listForAdmin(
  { db }: Pick<Platform, 'db'>,
  currency: string | undefined,
): Promise<AdminPaymentMethodView[]> {
  const rows = await queries.listMethods(db, { currency });
  return rows.map((row) => {
    const isTampered = !isSignedRow(signedTables.paymentMethod, row);
    return { ...presentMethod(row), updatedAt: row.updatedAt.toISOString(), tampered: isTampered };
  });
}

/** Adds the sample accounts at the first start; accounts deleted later are not recreated. */
export async function seedSampleMethods(deps: Platform): Promise<void> {
  await deps.inTx(async (tx) => {
    await queries.seedAlone(tx);
    if (await queries.hasHistory(tx)) return;
    for (const { record, subject } of (await seedMissing(tx, deps, 'system')).entries)
      await writeAudit(tx, 'system', record, subject);
  });
}

/** Accounts that were added, and their audit entries. */
type AddedMethods = { rows: queries.PaymentMethodRow[]; entries: ActionEntry[] };

/** Adds the samples whose name is missing, marked as such: usable at once in local mode, inactive in production. */
export async function seedMissing(tx: Tx, deps: Platform, methodActor: MethodActor): Promise<AddedMethods> {
  const existingNames = new Set((await queries.listMethods(tx)).map(({ currency, name }) => `${currency} ${name}`));
  const missingSampleMethods = sampleMethods.filter(({ currency, name }) => !existingNames.has(`${currency} ${name}`));
  const addedMethods: AddedMethods = { rows: [], entries: [] };
  for (const sample of missingSampleMethods) {
    const { instructions = null, currency } = sample;
    const fields = { ...sample, instructions, country: countryOf(currency), isSample: true };
    const { row, entry } = await addMethod(tx, deps, methodActor, { ...fields, isActive: !deps.env.production });
    addedMethods.rows.push(row);
    addedMethods.entries.push(entry);
  }
  return addedMethods;
}

type MethodFields = Omit<queries.NewPaymentMethod, 'id' | 'version' | 'signature' | 'instructions'> & {
  instructions: string | null;
};

/** Adds an account. Returns its audit entry too. */
export async function addMethod(
  tx: Tx,
  deps: Platform,
  methodActor: MethodActor,
  fields: MethodFields,
): Promise<{ row: queries.PaymentMethodRow; entry: ActionEntry }> {
  const row = await queries.insertMethod(tx, signMethod({ ...fields, id: newId('paymentMethod'), version: 1 }));
  return { row, entry: await recordChange(tx, deps, methodActor, { action: 'created', before: null, after: row }) };
}

/** An account with its signature. */
export function signMethod<Method extends SignedFields<typeof signedTables.paymentMethod>>(
  method: Method,
): Method & { signature: Buffer } {
  return { ...method, signature: signRow(signedTables.paymentMethod, method) };
}

type MethodChange = {
  action: 'created' | 'changed' | 'deleted';
  before: queries.PaymentMethodRow | null;
  after: queries.PaymentMethodRow | null;
};

/**
 * Writes the history row, and a mail to the administrator, who can confirm whether it was theirs. Returns the audit
 * entry.
 */
export async function recordChange(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  methodActor: MethodActor,
  change: MethodChange,
): Promise<ActionEntry> {
  if (methodActor !== 'system') {
    const { displayName, currency } = changedRow(change);
    const to = { userId: null, email: env.admin.email, language: 'en' };
    await sendMail(tx, { template: 'payment_method_notice', to, data: { kind: change.action, displayName, currency } });
  }
  return recordHistory(tx, methodActor, change);
}

function changedRow({ before, after }: MethodChange) {
  const row = after ?? before;
  if (!row) throw new Error('A change has a row before or after it.');
  return row;
}

/** Writes the history row alone. Returns the audit entry. */
export async function recordHistory(tx: Tx, methodActor: MethodActor, change: MethodChange): Promise<ActionEntry> {
  const { action, before, after } = change;
  const row = changedRow(change);
  const { id, currency, displayName, isActive, isSample } = row;
  const changedBy = methodActor === 'system' ? null : methodActor.userId;
  await queries.insertChange(tx, {
    paymentMethodId: id,
    action,
    before: presentOptional(before),
    after: presentOptional(after),
    changedBy,
  });
  // The audit log records the change without the account, which the history contains.
  const details = { currency, displayName, isActive, isSample, version: row.version };
  return { record: auditRecord(`payment_method.${action}`, details), subject: { type: 'payment_method', id } };
}

function presentOptional(row: queries.PaymentMethodRow | null): Record<string, unknown> | null {
  if (!row) return null;
  const { signature: _, ...fields } = row;
  return fields;
}

/** Returns the country in which money of this currency is paid, by its flag. */
export function countryOf(currency: string): string {
  return payoutCurrency(currency)?.flag ?? currency.slice(0, 2);
}
