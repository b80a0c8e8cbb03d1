import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow, type SignedFields } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type {
  AdminPaymentMethodView,
  createPaymentMethod,
  PaymentMethodView,
  updatePaymentMethod,
} from '#shared/payment-methods/payment-methods.contract.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { isOtherAccount, requestOf } from './payment-methods.approvals.service.ts';
import { presentMethod } from './payment-methods.present.ts';
import * as queries from './payment-methods.queries.ts';
import { sampleMethods } from './payment-methods.samples.ts';

type PaymentMethodDeps = Pick<Platform, 'env' | 'inTx' | 'now'>;
type AskingDeps = PaymentMethodDeps & Pick<Platform, 'fourEyes'>;
type NewMethod = z.output<(typeof createPaymentMethod)['body']>;
type Change = z.output<(typeof updatePaymentMethod)['body']>;
type MethodActor = Actor | 'system';

/** All receiving accounts, of one currency or of all, and whether each signature is valid. */
export async function listForAdmin(
  { db }: Pick<Platform, 'db'>,
  currency: string | undefined,
): Promise<AdminPaymentMethodView[]> {
  const rows = await queries.listMethods(db, { currency });
  return rows.map((row) => {
    const tampered = !isSignedRow(signedTables.paymentMethod, row);
    return { ...presentMethod(row), updatedAt: row.updatedAt.toISOString(), tampered };
  });
}

/** Adds an account; may wait for a second member. The country follows the currency unless it is named. */
export async function createMethod(
  deps: AskingDeps,
  actor: Actor,
  { method, call }: { method: NewMethod; call: Call },
): Promise<PaymentMethodView | PendingApproval> {
  const country = method.country || countryOf(method.currency);
  const fields = { ...method, country, instructions: method.instructions || null, isSample: false };
  return deps.inTx(async (tx) => {
    const request = requestOf(`${method.currency} ${method.name}`, undefined, fields);
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    return pending ?? presentMethod(await addMethod(tx, deps, actor, fields));
  });
}

/**
 * Changes the given fields and signs the whole row again; may wait for a second member. A sample whose account is replaced stops being one. An account
 * that the product did not write is replaced as a whole, as if it were another: a change of some of its fields would sign
 * the rest of it, and is refused with conflict.
 */
export async function changeMethod(
  deps: AskingDeps,
  actor: Actor,
  id: string,
  { change, call }: { change: Change; call: Call },
): Promise<PaymentMethodView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const before = await queries.lockMethod(tx, { id });
    if (!before) throw new NotFound('payment_method_not_found');
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change;
    const isOurs = isSignedRow(signedTables.paymentMethod, before);
    if (!isOurs && !namesAll(named)) throw new Conflict('conflict', 'receiving_account_foreign');
    const currency = named.currency ?? before.currency;
    const after = signed({
      ...before,
      ...named,
      country: named.country || (isOurs && currency === before.currency ? before.country : countryOf(currency)),
      instructions: named.instructions === undefined ? before.instructions : named.instructions || null,
      isSample: isOurs && before.isSample && isSameAccount(before.accountDetails, named.accountDetails),
      version: before.version + 1,
      updatedAt: deps.now(),
    });
    const isNeeded = deps.fourEyes.rules.addressChange && (!isOurs || isOtherAccount(before, after));
    const pending = await deps.fourEyes.pass(tx, actor, requestOf(id, before, after), call, isNeeded);
    if (pending) return pending;
    const row = await queries.writeMethod(tx, after);
    await recordChange(tx, deps, actor, 'changed', before, row);
    return presentMethod(row);
  });
}

/** Whether a change names every signed field that an administrator may choose. */
function namesAll(change: Change): boolean {
  const { id: _, version: _version, ...chosen } = signedTables.paymentMethod.fields;
  return Object.keys(chosen).every((field) => field in change);
}

/** Line for line, in the same order; nothing named is nothing changed. */
function isSameAccount(before: Record<string, string>, after: Record<string, string> | undefined): boolean {
  return after === undefined || JSON.stringify(Object.entries(before)) === JSON.stringify(Object.entries(after));
}

/** Removes an account. Orders keep the copy they showed. */
export async function removeMethod(deps: PaymentMethodDeps, actor: Actor, id: string): Promise<void> {
  await deps.inTx(async (tx) => {
    const before = await queries.lockMethod(tx, { id });
    if (!before) throw new NotFound('payment_method_not_found');
    await queries.deleteMethod(tx, { id });
    await recordChange(tx, deps, actor, 'deleted', before, null);
  });
}

/** Adds the samples whose name is missing, marked as such: usable at once in local mode, inactive in production. */
export async function seedMethods(deps: PaymentMethodDeps, methodActor: MethodActor): Promise<PaymentMethodView[]> {
  return deps.inTx(async (tx) => {
    await queries.seedAlone(tx);
    return seedMissing(tx, deps, methodActor);
  });
}

/** Runs at the first start; accounts deleted later are not recreated. */
export async function seedSampleMethods(deps: PaymentMethodDeps): Promise<void> {
  await deps.inTx(async (tx) => {
    await queries.seedAlone(tx);
    if (!(await queries.hasHistory(tx))) await seedMissing(tx, deps, 'system');
  });
}

async function seedMissing(tx: Tx, deps: PaymentMethodDeps, methodActor: MethodActor): Promise<PaymentMethodView[]> {
  const known = new Set((await queries.listMethods(tx)).map(({ currency, name }) => `${currency} ${name}`));
  const missing = sampleMethods.filter(({ currency, name }) => !known.has(`${currency} ${name}`));
  const added: PaymentMethodView[] = [];
  for (const sample of missing) {
    const { instructions = null, currency } = sample;
    const fields = { ...sample, instructions, country: countryOf(currency), isSample: true };
    added.push(presentMethod(await addMethod(tx, deps, methodActor, { ...fields, isActive: !deps.env.production })));
  }
  return added;
}

type MethodFields = Omit<queries.NewPaymentMethod, 'id' | 'version' | 'signature' | 'instructions'> & {
  instructions: string | null;
};

async function addMethod(
  tx: Tx,
  deps: PaymentMethodDeps,
  methodActor: MethodActor,
  fields: MethodFields,
): Promise<queries.PaymentMethodRow> {
  const row = await queries.insertMethod(tx, signed({ ...fields, id: randomUUID(), version: 1 }));
  await recordChange(tx, deps, methodActor, 'created', null, row);
  return row;
}

function signed<Method extends SignedFields<typeof signedTables.paymentMethod>>(
  method: Method,
): Method & { signature: Buffer } {
  return { ...method, signature: signRow(signedTables.paymentMethod, method) };
}

/** History row, audit row, and a mail to the administrator, who can confirm whether it was theirs. */
async function recordChange(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  methodActor: MethodActor,
  action: 'created' | 'changed' | 'deleted',
  before: queries.PaymentMethodRow | null,
  after: queries.PaymentMethodRow | null,
): Promise<void> {
  const row = after ?? before;
  if (!row) throw new Error('A change has a row before or after it.');
  const { id, currency, displayName, isActive, isSample } = row;
  const changedBy = methodActor === 'system' ? null : methodActor.userId;
  await queries.insertChange(tx, {
    paymentMethodId: id,
    action,
    before: presented(before),
    after: presented(after),
    changedBy,
  });
  // Never the account itself: the history has it; the audit log only records the change.
  const details = { currency, displayName, isActive, isSample, version: row.version };
  await recordAudit(tx, methodActor, `payment_method.${action}`, { type: 'payment_method', id }, details);
  if (methodActor === 'system') return;
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await sendMail(tx, { template: 'payment_method_notice', to, data: { kind: action, displayName, currency } });
}

function presented(row: queries.PaymentMethodRow | null): Record<string, unknown> | null {
  if (!row) return null;
  const { signature: _, ...fields } = row;
  return fields;
}

/** The country money of this currency is paid in, by its flag. */
function countryOf(currency: string): string {
  return payoutCurrency(currency)?.flag ?? currency.slice(0, 2);
}
