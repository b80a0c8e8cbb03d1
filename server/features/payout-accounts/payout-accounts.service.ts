import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PaymentDetails, PayoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { returnedReasonOf } from '#shared/payout-accounts/payout-accounts.returned.ts';
import { bankNamed } from '#shared/reference/banks.ts';
import * as queries from './payout-accounts.queries.ts';
import { payeeByRail } from './payout-accounts.rails.service.ts';

/** Lists the customer's saved payout accounts; one whose payout came back says why and when. */
export async function listOwnAccounts(
  { db }: Pick<Platform, 'db'>,
  actor: Pick<Actor, 'userId'>,
): Promise<PayoutAccountView[]> {
  return (await queries.listReturned(db, { userId: actor.userId })).map(({ returned, ...row }) => ({
    ...presentAccount(row),
    returned: returned && { reason: returnedReasonOf(returned.reason), at: new Date(returned.at ?? 0).toISOString() },
  }));
}

/** Saves an account, also of a rail that is off; returns the stored one if it exists. */
export async function saveAccount(
  deps: Pick<Platform, 'inTx'> & SettingsPorts,
  actor: Actor,
  { currency, ...typedDetails }: PaymentDetails & { currency: string },
): Promise<PayoutAccountView> {
  const details = payeeByRail(deps, currency, typedDetails, '');
  const row = await deps.inTx(async (tx) => {
    const savedAccount = await savePayoutAccountOf(tx, actor.userId, details, currency);
    await recordAudit(tx, actor, 'payout_account.saved', { type: 'payout_account', id: savedAccount.id });
    return savedAccount;
  });
  return presentAccount(row);
}

/** Deletes an account. Orders keep their copy of the details. Refuses with not_found. */
export async function removeAccount(
  { inTx }: Pick<Platform, 'inTx'>,
  actor: Actor,
  id: Id<'payoutAccount'>,
): Promise<void> {
  await inTx(async (tx) => {
    if (!(await queries.deleteAccount(tx, { userId: actor.userId, id })))
      throw new NotFound('payout_account_not_found');
    await recordAudit(tx, actor, 'payout_account.removed', { type: 'payout_account', id });
  });
}

/** Stores an order's payout account at the customer's request, or one that the team entered. */
export async function savePayoutAccountOf(
  tx: Tx,
  userId: Id<'user'>,
  details: PaymentDetails,
  currency: string,
  origin: queries.PayoutAccountRow['origin'] = 'own',
): Promise<queries.PayoutAccountRow> {
  const fingerprint = fingerprintOf(details, currency);
  const row = await queries.upsertAccount(tx, userId, { details, currency, fingerprint, origin });
  await queries.trimAccounts(tx, { userId });
  return row;
}

/** Marks a saved account as used by an order, so that it is first next time. */
export async function markPayoutAccountUsed(
  tx: Tx,
  userId: Id<'user'>,
  details: PaymentDetails,
  currency: string,
): Promise<void> {
  await queries.touchAccount(tx, { userId, fingerprint: fingerprintOf(details, currency) });
}

/** Returns a hash of an account; spellings that banks treat alike (spaces, case) have one hash. */
export function fingerprintOf(details: PaymentDetails, currency: string): Buffer {
  const { method, accountName, accountNumber, bankName, iban, bic, bankCode, country } = details;
  const normalizeText = (value: string) => value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  const number = normalizeText(accountNumber).replace(/[\s-]/g, '');
  // The list knows the code by the name of the bank: an account that was saved without it is the same one.
  const typedCode = bankNamed(currency, bankName)?.code === bankCode ? undefined : bankCode;
  const codes = [iban, bic, typedCode, country];
  const lines = [
    currency,
    method,
    normalizeText(accountName),
    number,
    normalizeText(bankName),
    ...(codes.some(Boolean) ? codes : []),
  ];
  const text = JSON.stringify(lines);
  return createHash('sha256').update(text).digest();
}

function presentAccount({ iban, bic, bankCode, country, ...row }: queries.PayoutAccountRow): PayoutAccountView {
  const codes = Object.entries({ iban, bic, bankCode, country }).filter(([, code]) => code !== null);
  return { ...toWireRow(row), ...Object.fromEntries(codes), returned: null };
}

/** Deletes the payout accounts of a user. */
export async function erasePayoutAccountsPersonalData(tx: Tx, { id }: { id: Id<'user'> }): Promise<void> {
  await queries.deleteAccountsOf(tx, { userId: id });
}

/** True where a user has an account to be paid to. */
export async function hasSavedAccount(db: Db, userId: Id<'user'>): Promise<boolean> {
  return (await queries.listAccounts(db, { userId })).length > 0;
}

/** Returns the payout accounts of a user for the data export. */
export async function exportPayoutAccountsPersonalData(db: Db, { id }: { id: Id<'user'> }): Promise<unknown> {
  return queries.listAccounts(db, { userId: id });
}
