import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { act, type Acting, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { notifyOwners } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, Invalid } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import * as contract from '#shared/payouts/payouts.accounts.contract.ts';
import type { DeskAccountInput, DeskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { latinText } from '#shared/payouts/payouts.encoding.ts';
import { checkIban } from '#shared/reference/iban.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { moneyText } from '../list/payouts.present.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { readClosings } from '../statements/payouts.balances.queries.ts';
import {
  holdAccount,
  isInBatch,
  lockAccount,
  lockProfile,
  readAccount,
  readAccounts,
  saveAccount,
  type AccountRow,
} from './payouts.accounts.queries.ts';

/** Balances of the banks are read by members who read the books, or who prepare or release payouts from them. */
const readingBalances = ['books.read', 'payouts.prepare', 'payouts.release'] as const;
/** True if any of these permissions lets a member read the balances of our accounts. */
export const mayReadBalances = (permissions: readonly Permission[]): boolean =>
  readingBalances.some((permission) => permissions.includes(permission));

type Closing = Awaited<ReturnType<typeof readClosings>>[number];

/** Lists the accounts that money is paid from, each with its last balance from the bank. */
export async function listAccounts(
  { db }: Pick<Platform, 'db'>,
  { may }: Pick<Actor, 'may'>,
): Promise<DeskAccountView[]> {
  const [rows, closings] = await Promise.all([readAccounts(db), mayReadBalances(may) ? readClosings(db) : []]);
  return rows.map((row) => present(row, closings));
}

function present({ signature, ...row }: AccountRow, closings: readonly Closing[]): DeskAccountView {
  const closing = closings.find(({ accountId }) => accountId === row.id);
  return {
    ...row,
    tampered: !isSignedRow(signedTables.deskAccount, { ...row, signature }),
    balance: closing ? moneyText(closing.amount, row.currency) : null,
    balanceOn: closing?.on ?? null,
  };
}

/** The place that an account is written to: the existing one, or a new one. */
type Place = { id: Id<'deskAccount'>; before?: AccountRow | undefined };

const inPlace = {
  missing: 'desk_account_not_found',
  present: async ({ id }: Place, { tx }: { tx: Tx }) => {
    const row = await readAccount(tx, { id });
    if (!row) throw new Error('The account was not written.');
    return present(row, await readClosings(tx));
  },
} as const;

type Writing = Acting<PayoutsDeps, typeof contract.addDeskAccount | typeof contract.changeDeskAccount, Place>;

const write = {
  /** Refuses with conflict while a prepared batch is paid from it: its file names the account as it was. */
  check: async ({ tx, row: { before }, body }: Writing) => {
    assertComplete(body);
    if (before && (await isInBatch(tx, { accountId: before.id }))) throw new Conflict('conflict', 'in_batch');
    await assertProfile(tx, body);
  },
  second: {
    isNeeded: ({ deps }: Writing) => deps.fourEyes.rules.addressChange,
    /** The account that money would leave from. */
    details: ({ row: { before }, body }: Writing) => ({
      account: body.name,
      currency: body.currency,
      payingAccount: numberOf(body),
      payingAccountBefore: before ? numberOf(before) : null,
      isActive: body.isActive,
    }),
    more: ({ row: { before }, body }: Writing) => ({
      ...(!before && { subjectId: `desk account ${body.currency} ${numberOf(body) ?? ''}` }),
      state: before?.signature?.toString('base64') ?? '',
    }),
  },
  apply: async ({ tx, actor, row, body }: Writing) => {
    await saveAccount(tx, row.id, body).catch((error: unknown) => {
      if (isUniqueViolation(error, 'desk_accounts_same')) throw new Conflict('in_use', 'desk_account_same');
      throw error;
    });
    const { name, currency, format, isActive } = body;
    await notifyOwners(tx, { kind: 'account', name, by: actor.userId });
    await publish(tx, { kind: 'payouts_changed' });
    return { row, subjectId: row.id, details: { name, currency, format, isActive } };
  },
};

/** Adds an account that money is paid from, and mails the owners. */
export const addAccount = act(
  contract.addDeskAccount,
  { ...inPlace, lock: async () => ({ id: newId('deskAccount') }) },
  write,
);

const changeAccount = act(
  contract.changeDeskAccount,
  {
    ...inPlace,
    lock: async (tx, { id }): Promise<Place | undefined> => {
      const before = await lockAccount(tx, { id });
      return before && { id, before };
    },
  },
  write,
);

/** Each action of the team on an account that money is paid from. */
export const accountActions: ActionsOf<PayoutsDeps, 'settings.write'> = [addAccount, changeAccount];

const numberOf = ({ iban, accountNumber }: Pick<AccountRow, 'iban' | 'accountNumber'>) => iban ?? accountNumber;

/** A file cannot be written from an account that it cannot name. */
function assertComplete({ holderName, iban, accountNumber, format, currency, profileId }: DeskAccountInput): void {
  if (!payoutCurrency(currency)) throw invalid('currency', 'payout_currency_required');
  if (iban && checkIban(iban)) throw invalid('iban', 'iban_invalid');
  if (!iban && !accountNumber) throw invalid(currency === 'EUR' ? 'iban' : 'accountNumber', 'field_required');
  if (format === 'pain001' && !latinText(holderName)) throw invalid('holderName', 'holder_not_latin');
  if ((format === 'csv' || format === 'wise') && profileId === null) throw invalid('profileId', 'field_required');
}

type Problem = 'payout_currency_required' | 'iban_invalid' | 'holder_not_latin' | 'field_required' | 'profile_unusable';
const invalid = (field: string, reason: Problem) =>
  new Invalid('invalid_input', reason, { fields: { [field]: reason } });

async function assertProfile(tx: Tx, { profileId, format }: DeskAccountInput): Promise<void> {
  if (profileId === null) return;
  const profile = await lockProfile(tx, profileId);
  if (profile?.direction === 'payout' && (format !== 'wise' || profile.shape.template === 'wise')) return;
  throw invalid('profileId', 'profile_unusable');
}

/** True if our account can pay in this currency; it is locked until the transaction ends. */
export async function paysFrom(tx: Tx, accountId: Id<'deskAccount'>, currency: string): Promise<boolean> {
  const account = await holdAccount(tx, { id: accountId });
  return account?.isActive === true && account.currency === currency;
}
