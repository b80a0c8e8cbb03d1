import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { act, type ActionEntry, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/payment-methods/payment-methods.contract.ts';
import type { PaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import {
  addMethod,
  countryOf,
  recordChange,
  recordHistory,
  seedMissing,
  signMethod,
} from './payment-methods.admin.service.ts';
import { isOtherAccount, shownToSecond } from './payment-methods.approvals.service.ts';
import { presentMethod } from './payment-methods.present.ts';
import * as queries from './payment-methods.queries.ts';
import type { PaymentMethodRow } from './payment-methods.queries.ts';

type NewMethod = z.output<typeof contract.createPaymentMethod.body>;
type Change = z.output<typeof contract.updatePaymentMethod.body>;

const methodRow: ActionRow<Platform, PaymentMethodRow, PaymentMethodView, { id: Id<'paymentMethod'> }> = {
  lock: (tx, { id }) => queries.lockMethod(tx, { id }),
  missing: 'payment_method_not_found',
  present: presentMethod,
};

/** The list of accounts; its row holds the added one. */
const methodList: ActionRow<Platform, readonly PaymentMethodRow[], PaymentMethodView[], undefined> = {
  lock: async () => [],
  missing: 'payment_method_not_found',
  present: (rows) => rows.map(presentMethod),
};

/** An account as it is stored: the country follows the currency unless it is named. */
const completeMethod = (method: NewMethod) => ({
  ...method,
  country: method.country || countryOf(method.currency),
  instructions: method.instructions || null,
  isSample: false,
});

/** Adds an account; may wait for a second member. */
const createMethod = act(contract.createPaymentMethod, methodList, {
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.addressChange,
    details: ({ body }) => shownToSecond(undefined, completeMethod(body)),
    more: ({ body: { currency, name } }) => ({ subjectId: `${currency} ${name}`, state: '' }),
  },
  apply: async ({ tx, deps, actor, body }) => {
    const { row, entry } = await addMethod(tx, deps, actor, completeMethod(body));
    return { answer: presentMethod(row), entries: [entry] };
  },
});

/**
 * Changes the given fields and signs the row again; may wait for a second member. A sample whose account is replaced
 * stops being one. A forged account is replaced as a whole: to change some fields is refused with conflict.
 */
const changeMethod = act(contract.updatePaymentMethod, methodRow, {
  check: ({ row, body, now }) => {
    if (!hasValidSignature(row) && !namesAll(namedOf(body)))
      throw new Conflict('conflict', 'receiving_account_foreign');
    return changedMethod(row, body, now);
  },
  second: {
    isNeeded: ({ deps, row, checked: after }) =>
      deps.fourEyes.rules.addressChange && (!hasValidSignature(row) || isOtherAccount(row, after)),
    details: ({ row, checked: after }) => shownToSecond(row, after),
    more: ({ row }) => ({ state: `${row.version} ${row.signature.toString('base64')}` }),
  },
  apply: async ({ tx, deps, actor, row: before, checked: after }) => {
    const row = await queries.writeMethod(tx, after);
    return { row, entries: [await recordChange(tx, deps, actor, { action: 'changed', before, after: row })] };
  },
});

const hasValidSignature = (row: PaymentMethodRow) => isSignedRow(signedTables.paymentMethod, row);

const namedOf = (change: Change): Change =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** The account after a change, with its new signature. */
function changedMethod(method: PaymentMethodRow, change: Change, now: Date) {
  const changedFields = namedOf(change);
  const currency = changedFields.currency ?? method.currency;
  const isSame = hasValidSignature(method) && currency === method.currency;
  return signMethod({
    ...method,
    ...changedFields,
    country: changedFields.country || (isSame ? method.country : countryOf(currency)),
    instructions: changedFields.instructions === undefined ? method.instructions : changedFields.instructions || null,
    isSample:
      hasValidSignature(method) &&
      method.isSample &&
      isSameAccount(method.accountDetails, changedFields.accountDetails),
    version: method.version + 1,
    updatedAt: now,
  });
}

/** Tells if a change names every signed field that an administrator may choose. */
function namesAll(change: Change): boolean {
  const { id: _, version: _version, ...chosenFields } = signedTables.paymentMethod.fields;
  return Object.keys(chosenFields).every((field) => field in change);
}

/** True if a change names the same lines in the same order, or no lines. */
function isSameAccount(accountBefore: Record<string, string>, after: Record<string, string> | undefined): boolean {
  return after === undefined || JSON.stringify(Object.entries(accountBefore)) === JSON.stringify(Object.entries(after));
}

/** Enters own accounts over samples in one transaction; a sample that was replaced meanwhile ends all of it. */
const replaceSamples = act(contract.replaceSampleMethods, methodList, {
  check: ({ deps }) => {
    if (deps.fourEyes.rules.addressChange) throw new Conflict('conflict', 'receiving_accounts_singly');
  },
  apply: async ({ tx, deps, actor, body, now }) => {
    const replacedMethods: PaymentMethodRow[] = [];
    const entries: ActionEntry[] = [];
    for (const { id, ...account } of body.accounts.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const lockedMethod = await queries.lockMethod(tx, { id });
      if (!lockedMethod) throw new NotFound('payment_method_not_found');
      if (!lockedMethod.isSample || !hasValidSignature(lockedMethod))
        throw new Conflict('conflict', 'receiving_account_no_sample');
      const after = await queries.writeMethod(tx, changedMethod(lockedMethod, account, now));
      replacedMethods.push(after);
      entries.push(await recordChange(tx, deps, actor, { action: 'changed', before: lockedMethod, after }));
    }
    return { row: replacedMethods, entries };
  },
});

/** Removes an account. Orders keep the copy they showed. */
const deleteMethod = act(contract.deletePaymentMethod, methodRow, {
  apply: async ({ tx, deps, actor, row }) => {
    await queries.deleteMethod(tx, { id: row.id });
    return {
      answer: undefined,
      entries: [await recordChange(tx, deps, actor, { action: 'deleted', before: row, after: null })],
    };
  },
});

/** Adds the samples that are missing; the second of two at once finds those of the first. */
const seedMethods = act(contract.seedPaymentMethods, methodList, {
  lock: async (tx) => {
    await queries.seedAlone(tx);
    return [];
  },
  apply: async ({ tx, deps, actor }) => {
    const { rows, entries } = await seedMissing(tx, deps, actor);
    return { row: rows, entries };
  },
});

/**
 * Switches off each sample account that is on, without a mail about each: nothing that receives money changes. One that
 * the product did not write is left to its alarm.
 */
export async function switchOffSampleMethods(
  tx: Tx,
  deps: Pick<Platform, 'now'>,
  actor: Actor,
): Promise<ActionEntry[]> {
  const entries: ActionEntry[] = [];
  for (const { id, isSample } of await queries.listMethods(tx, { isActive: true })) {
    const lockedMethod = isSample ? await queries.lockMethod(tx, { id }) : undefined;
    if (!lockedMethod?.isSample || !lockedMethod.isActive || !hasValidSignature(lockedMethod)) continue;
    const after = await queries.writeMethod(tx, changedMethod(lockedMethod, { isActive: false }, deps.now()));
    entries.push(await recordHistory(tx, actor, { action: 'changed', before: lockedMethod, after }));
  }
  return entries;
}

/** Each action of the team on the receiving accounts. */
export const methodActions: ActionsOf<Platform, 'wallets.write'> = [
  createMethod,
  changeMethod,
  replaceSamples,
  deleteMethod,
  seedMethods,
];
