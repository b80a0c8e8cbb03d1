import { z } from 'zod';
import { account, accountOfHolder, bankCodeIn, type Account } from '#client/features/sell/components/sell.draft.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { clearDraft, readDraft, writeDraft, type DraftKey } from '#client/lib/storage/drafts.ts';
import { latinDigits } from '#shared/kernel/digits.ts';
import type { ExchangeOrder, ExchangeTerms, Instructions } from '../fiat-exchange.queries.ts';

const open = z.object({
  from: z.string().catch('USD'),
  to: z.string().catch('NGN'),
  /** The text in the field. */
  amount: z.string().catch(''),
  methodId: z.string().optional().catch(undefined),
  /** True while the sale waits for an identity check, which may take longer than a draft is stored otherwise. */
  waitsForId: z.boolean().catch(false),
  /** The step that was open last. */
  step: z.number().catch(1),
});
const bank = z.object({ account, routingNumber: z.string().catch('') });

export type ExchangeDraft = z.output<typeof open> & { account: Account; routingNumber: string };

/** An exchange that nothing was typed for yet. */
export const emptyExchange = (user: SessionUser): ExchangeDraft => ({
  from: 'USD',
  to: 'NGN',
  amount: '',
  methodId: undefined,
  waitsForId: false,
  step: 1,
  account: accountOfHolder(user),
  routingNumber: '',
});

const draftKey = (userId: string): DraftKey => ({ name: 'exchange', userId });

/** The user's exchange stored in this browser, corrected where the storage was edited; otherwise an empty one. */
export function readExchange(user: SessionUser): ExchangeDraft {
  const storedDraft = readDraft(draftKey(user.id));
  const parsedDraft = open.safeParse(storedDraft?.open);
  const details = bank.safeParse(storedDraft?.private);
  return {
    ...emptyExchange(user),
    ...(parsedDraft.success ? parsedDraft.data : {}),
    ...(details.success ? details.data : {}),
  };
}

/** Stores the exchange, bank data apart so that signing out deletes it. */
export function storeExchange(userId: string, { account: details, routingNumber, ...rest }: ExchangeDraft): boolean {
  return writeDraft(draftKey(userId), {
    open: rest,
    private: { account: details, routingNumber },
    neverExpires: rest.waitsForId,
  });
}

/** Ends the draft: from here on the server has the exchange. */
export function clearExchange(userId: string): Promise<void> {
  return clearDraft(draftKey(userId));
}

/** The terms as they are sent, once currencies and amount make sense. */
export function termsOf({ from, to, amount }: ExchangeDraft, language: string): ExchangeTerms | undefined {
  const plainAmount = normaliseAmount(amount, language);
  if (!from || !to || from === to || !plainAmount || !/[1-9]/.test(plainAmount)) return undefined;
  return { fromCurrency: from, toCurrency: to, amount: plainAmount };
}

/** The order on the shown terms, with the same numbers. */
export function orderOf(
  draft: ExchangeDraft,
  { estimate, reference }: Pick<Instructions, 'estimate' | 'reference'>,
  methodId: string,
): ExchangeOrder {
  const { account: details, routingNumber } = draft;
  const bankDetails = {
    bankName: details.bankName.trim(),
    accountNumber: latinDigits(details.accountNumber).replace(/\s+/g, ''),
    accountName: details.accountName.trim(),
    ...bankCodeIn(estimate.toCurrency, details),
  };
  const routing = latinDigits(routingNumber).replace(/\s+/g, '');
  return {
    fromCurrency: estimate.fromCurrency,
    toCurrency: estimate.toCurrency,
    inputAmount: estimate.inputAmount,
    exchangeRate: estimate.exchangeRate,
    outputAmount: estimate.outputAmount,
    bankDetails: estimate.toCurrency === 'USD' && routing ? { ...bankDetails, routingNumber: routing } : bankDetails,
    paymentMethodId: methodId,
    reference,
  };
}
