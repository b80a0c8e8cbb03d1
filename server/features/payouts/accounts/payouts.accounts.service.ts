import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyOwners } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, Invalid, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { DeskAccountInput, DeskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { checkIban } from '#shared/reference/iban.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { latinText } from '../files/payouts.pain001.ts';
import {
  holdAccount,
  isInBatch,
  lockAccount,
  lockProfile,
  readAccounts,
  saveAccount,
  type AccountRow,
} from './payouts.accounts.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'fourEyes'>;

/** The accounts that money is paid from. */
export async function listAccounts({ db }: Pick<Deps, 'db'>): Promise<DeskAccountView[]> {
  return (await readAccounts(db)).map(present);
}

function present({ signature, ...row }: AccountRow): DeskAccountView {
  return { ...row, tampered: !isSignedRow(signedTables.deskAccount, { ...row, signature }) };
}

/**
 * Adds an account (`id` null) or changes one, and mails the owners. With the rule for addresses a second member approves it
 * first. Refuses with conflict while a prepared batch is paid from it: its file names the account as it was.
 */
export async function writeAccount(
  deps: Deps,
  actor: Actor,
  id: string | null,
  { input, call }: { input: DeskAccountInput; call: Call },
): Promise<DeskAccountView | PendingApproval> {
  requireComplete(input);
  const written = deps.inTx(async (tx) => {
    const before = id === null ? undefined : await lockAccount(tx, { id });
    if (id !== null && !before) throw new NotFound('desk_account_not_found');
    if (id !== null && (await isInBatch(tx, { accountId: id }))) throw new Conflict('conflict', 'in_batch');
    await requireProfile(tx, input);
    const request = requestOf(id, before, input);
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    if (pending) return pending;
    const accountId = id ?? randomUUID();
    await saveAccount(tx, accountId, input);
    const action = before ? 'desk_account.changed' : 'desk_account.created';
    const { name, currency, format, isActive } = input;
    await recordAudit(tx, actor, action, { type: 'desk_account', id: accountId }, { name, currency, format, isActive });
    await notifyOwners(tx, { kind: 'account', name, by: actor.userId });
    await publish(tx, { kind: 'payouts_changed' });
    const row = await lockAccount(tx, { id: accountId });
    if (!row) throw new Error('The account was not written.');
    return present(row);
  });
  return written.catch((error: unknown) => {
    if (isUniqueViolation(error, 'desk_accounts_same')) throw new Conflict('in_use', 'desk_account_same');
    throw error;
  });
}

/** A file cannot be written from an account that it cannot name. */
function requireComplete({ holderName, iban, accountNumber, format, currency, profileId }: DeskAccountInput): void {
  if (!payoutCurrency(currency)) throw invalid('currency', 'payout_currency_required');
  if (iban && checkIban(iban)) throw invalid('iban', 'iban_invalid');
  if (!iban && !accountNumber) throw invalid(currency === 'EUR' ? 'iban' : 'accountNumber', 'field_required');
  if (format === 'pain001' && !latinText(holderName)) throw invalid('holderName', 'holder_not_latin');
  if ((format === 'csv' || format === 'wise') && profileId === null) throw invalid('profileId', 'field_required');
}

type Problem = 'payout_currency_required' | 'iban_invalid' | 'holder_not_latin' | 'field_required' | 'profile_unusable';
const invalid = (field: string, reason: Problem) =>
  new Invalid('invalid_input', reason, { fields: { [field]: reason } });

async function requireProfile(tx: Tx, { profileId, format }: DeskAccountInput): Promise<void> {
  if (profileId === null) return;
  const profile = await lockProfile(tx, profileId);
  const shape = profile?.shape as { template?: string } | undefined;
  if (profile?.direction === 'payout' && (format !== 'wise' || shape?.template === 'wise')) return;
  throw invalid('profileId', 'profile_unusable');
}

/** What a second member is shown: which account money would leave from. */
function requestOf(id: string | null, before: AccountRow | undefined, input: DeskAccountInput): ApprovalRequest {
  const numberOf = ({ iban, accountNumber }: Pick<AccountRow, 'iban' | 'accountNumber'>) => iban ?? accountNumber;
  return {
    kind: 'address',
    subjectId: id ?? `desk account ${input.currency} ${numberOf(input) ?? ''}`,
    facts: {
      account: input.name,
      currency: input.currency,
      payingAccount: numberOf(input),
      payingAccountBefore: before ? numberOf(before) : null,
      isActive: input.isActive,
    },
    state: before?.signature?.toString('base64') ?? '',
  };
}

/** True if payments in this currency can leave from an account of ours, which does not change before the transaction ends. */
export async function paysFrom(tx: Tx, accountId: string, currency: string): Promise<boolean> {
  const account = await holdAccount(tx, { id: accountId });
  return account?.isActive === true && account.currency === currency;
}
