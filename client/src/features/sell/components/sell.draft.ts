import { z } from 'zod';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { clearDraft, readDraft, writeDraft, type DraftKey } from '#client/lib/storage/drafts.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import { bankCodeOf } from '#shared/reference/banks.ts';
import { findCountry } from '#shared/reference/countries.ts';
import { railIds, railOf } from '#shared/reference/rails.ts';
import type { SellTerms } from '../sell.estimate.queries.ts';

/** Without a method the first rail of the currency applies. */
const methods = ['', ...railIds];

/** A payout account as browser storage has it, corrected where it was edited. */
export const account = z.object({
  method: z.enum(methods).catch(''),
  accountName: z.string().catch(''),
  accountNumber: z.string().catch(''),
  bankName: z.string().catch(''),
  bankCode: z.string().catch(''),
  iban: z.string().optional().catch(undefined),
  bic: z.string().optional().catch(undefined),
  country: z.string().optional().catch(undefined),
  save: z.boolean().catch(true),
});

const open = z.object({
  cryptoId: z.string().catch(''),
  /** The text in the field. */
  amount: z.string().catch(''),
  currency: z.string().catch('USD'),
  quoteId: z.string().optional().catch(undefined),
  /** True after "I've sent it" was pressed: nothing blocks this sale any more. */
  sent: z.boolean().catch(false),
  transactionHash: z.string().catch(''),
  /** True while the sale waits for an identity check, which may take longer than a draft is stored otherwise. */
  waitsForId: z.boolean().catch(false),
  /** The step that was open last. */
  step: z.number().catch(1),
});

export type Account = z.output<typeof account>;
export const emptyAccount = account.parse({});
const emptyOpen = open.parse({});
export type SellDraft = z.output<typeof open> & { account: Account };

/** An account that was typed for another currency, without its bank code: not every currency shows that field. */
export const inOtherCurrency = (typedAccount: Account): Account => ({ ...typedAccount, bankCode: '' });

/** An empty account in the user's own name. */
export function accountOfHolder({ firstName, lastName }: Pick<SessionUser, 'firstName' | 'lastName'>): Account {
  return { ...emptyAccount, accountName: [firstName, lastName].filter(Boolean).join(' ') };
}

/** An empty sale, paid out in the currency of the user's country. */
export function emptySale(user: SessionUser): SellDraft {
  const { currency = emptyOpen.currency } = findCountry(user.country ?? '') ?? {};
  const chosenCurrency = readStored(chosenCurrencyKey);
  return { ...emptyOpen, currency: chosenCurrency ?? currency, account: accountOfHolder(user) };
}

const chosenCurrencyKey = 'landfall-payout-currency';

/** Stores the chosen currency, with which the next sale in this browser begins. */
export function chooseCurrency(currency: string): void {
  writeStored(chosenCurrencyKey, currency);
}

/** Key under which a user's unfinished sale is stored. */
export const draftKey = (userId: string): DraftKey => ({ name: 'sell', userId });

/** The user's sale stored in this browser, corrected where the storage was edited; otherwise an empty one. */
export function readSellDraft(user: SessionUser): SellDraft {
  const storedDraft = readDraft(draftKey(user.id));
  const emptyDraft = emptySale(user);
  const parsedDraft = open.safeParse(storedDraft?.open);
  const bank = account.safeParse(storedDraft?.private);
  return { ...emptyDraft, ...(parsedDraft.success && parsedDraft.data), ...(bank.success && { account: bank.data }) };
}

/** The stored sale that was left before its rate was locked; the server stores later ones. */
export function readUnfinishedSale(user: SessionUser): { draft: SellDraft; storedUntil: Date } | undefined {
  const draft = readSellDraft(user);
  const storedDraft = readDraft(draftKey(user.id));
  if (!storedDraft || !draft.cryptoId || !draft.amount || draft.quoteId) return undefined;
  return { draft, storedUntil: storedDraft.storedUntil };
}

/** Stores the sale, bank data apart so that signing out deletes it. */
export function storeSellDraft(userId: string, { account: bank, ...rest }: SellDraft): boolean {
  return writeDraft(draftKey(userId), { open: rest, private: bank, neverExpires: rest.sent || rest.waitsForId });
}

/** Ends the draft with its file. */
export function clearSellDraft(userId: string): Promise<void> {
  return clearDraft(draftKey(userId));
}

/** The terms as they are sent, once coin and amount make sense. */
export function termsOf(draft: SellDraft, language: string): SellTerms | undefined {
  const cryptoAmount = normaliseAmount(draft.amount, language);
  if (!draft.cryptoId || !draft.currency || !cryptoAmount || !/[1-9]/.test(cryptoAmount)) return undefined;
  return { cryptoId: draft.cryptoId, cryptoAmount, targetCurrency: draft.currency };
}

/** Numbers are typed in groups, and in the digits of any script. */
const plainNumber = (input: string) => latinDigits(input).replace(/\s+/g, '');

/** The bank code as an order carries it: the listed one, else the typed one; nothing if there is none. */
export function bankCodeIn(
  currency: string,
  { bankName, bankCode }: Pick<Account, 'bankName' | 'bankCode'>,
): { bankCode?: string } {
  const code = plainNumber(bankCodeOf(currency, { bankName, bankCode }) ?? '');
  return code ? { bankCode: code } : {};
}

/**
 * Account details as the order carries them: without the spaces of grouped numbers, every rail in the same three
 * fields.
 */
export function paymentDetailsOf(
  { method: chosenMethod, accountName, accountNumber, bankName, bankCode, iban, bic, country }: Account,
  currency: string,
) {
  const method = chosenMethod || 'bank';
  const { kind = 'bank', name = '' } = railOf(method) ?? {};
  return {
    method,
    accountName: accountName.trim(),
    accountNumber: plainNumber(accountNumber),
    bankName: kind === 'bank' ? bankName.trim() : name,
    ...(kind === 'bank' ? bankCodeIn(currency, { bankName, bankCode }) : {}),
    ...(iban && { iban }),
    ...(bic && { bic }),
    ...(country && { country }),
  };
}

/** The account for an enabled rail; an account of another rail provides only its name. */
export function byOfferedRail(account: Account, offeredRails: readonly { id: string }[]): Account {
  const [first] = offeredRails;
  if (!first || offeredRails.some(({ id }) => id === account.method)) return account;
  const { accountName, save } = account;
  const isUnchosen = account.method === '';
  return { ...(isUnchosen ? account : { ...emptyAccount, accountName, save }), method: first.id };
}
