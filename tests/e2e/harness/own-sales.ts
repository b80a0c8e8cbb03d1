import { randomBytes } from 'node:crypto';
import { expect as check, vi } from 'vitest';
import { aBankNumber } from './bank-accounts.ts';
import { anAdmin, ask, askProven, type TestUser } from './users.ts';

const bank = { accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'First Bank', method: 'bank' };
const terms = { cryptoId: 'usdt-erc20', cryptoAmount: 200, targetCurrency: 'USD' };

/** Longer than the day of 200 orders takes on a busy machine; each question mines a block, which is read at once. */
export const chainWait = { timeout: 300_000, interval: 200 };

/** Gives a coin, USDT on Ethereum unless another is named, a pool of addresses; once for a file. */
export async function giveAddresses(length = 60, chain = 'ethereum', coinId = terms.cryptoId): Promise<void> {
  const owner = await anAdmin();
  const addresses = Array.from({ length }, () => `0x${randomBytes(20).toString('hex')}`);
  const pool = { kind: 'pool', chain, coinIds: [coinId], addresses, uncheckedAccepted: true };
  await askProven(owner, 'POST', '/api/admin/deposit-sources', pool);
}

type FollowedSale = { state: string; orderId: string | null; choices: string[]; refund: { amount: number } | null };
type LockedQuote = { quoteId: string; deposit: { address: string } };

/** Locks a rate, with an address: none is given out before the chain was read once. */
async function lock(token: string, body: object): Promise<LockedQuote> {
  return vi.waitFor(() => ask<LockedQuote>('POST', '/api/sell-quotes', { token, body }), chainWait);
}

/** A sale with an address of its own, of 200 USDT unless other terms are named. */
export async function aSale({ token }: TestUser, other: { cryptoId?: string; cryptoAmount?: number } = {}) {
  await lock(token, { ...terms, ...other, paymentDetails: bank });
  return openSaleOf({ token });
}

/** The open sale of a customer, as far as the coins that are played. */
export async function openSaleOf({ token }: Pick<TestUser, 'token'>) {
  const [quote] = await ask<LockedQuote[]>('GET', '/api/sell-quotes', { token });
  if (!quote) throw new Error('The quote is not in the list of open ones.');
  const owner = await anAdmin();
  const play = (body: object) =>
    ask<FollowedSale>('POST', `/api/admin/sell-quotes/${quote.quoteId}/play`, { token: owner.token, body });
  const followed = () => ask<FollowedSale>('GET', `/api/sell-quotes/${quote.quoteId}/deposit`, { token });
  const until = async (state: string) => {
    await check.poll(async () => (await play({ play: 'block' })).state, chainWait).toBe(state);
  };
  return { ...quote, play, followed, until };
}

type Terms = {
  cryptoAmount: number;
  targetCurrency?: string;
  paymentDetails: { bankName: string; bankCode?: string };
  play?: 'exact' | 'less' | 'more';
};
type CustomerQuote = Pick<TestUser, 'token'> & { quoteId: string };

/**
 * Sales of one customer at addresses of their own and to an account of their own, to each of which comes what is
 * played.
 */
export async function sell({ token }: TestUser, wantedTerms: readonly Terms[]): Promise<CustomerQuote[]> {
  const owner = await anAdmin();
  const sold: CustomerQuote[] = [];
  const numbers = new Map<string, string>();
  for (const { play = 'exact', targetCurrency = 'NGN', paymentDetails, ...more } of wantedTerms) {
    const accountNumber = numbers.get(targetCurrency) ?? aBankNumber(targetCurrency, paymentDetails.bankCode);
    numbers.set(targetCurrency, accountNumber);
    const terms = { cryptoId: 'usdt-erc20', targetCurrency, ...more };
    const { quoteId } = await lock(token, { ...terms, paymentDetails: { ...paymentDetails, accountNumber } });
    await ask('POST', `/api/admin/sell-quotes/${quoteId}/play`, { token: owner.token, body: { play } });
    sold.push({ token, quoteId });
  }
  return sold;
}

/** The orders of sales, once blocks enough are mined that nothing of what arrived can change. */
export async function ordersOf(sold: readonly CustomerQuote[]): Promise<string[]> {
  const [first] = sold;
  const owner = await anAdmin();
  const block = { token: owner.token, body: { play: 'block' } };
  const seen = ({ token, quoteId }: CustomerQuote) =>
    ask<FollowedSale>('GET', `/api/sell-quotes/${quoteId}/deposit`, { token });
  const isOpen = ({ state }: FollowedSale) => state === 'waiting' || state === 'seen' || state === 'confirming';
  const orderIds = new Map<CustomerQuote, string>();
  await vi.waitFor(async () => {
    await ask('POST', `/api/admin/sell-quotes/${first?.quoteId}/play`, block);
    for (const sale of sold.filter((item) => !orderIds.has(item))) {
      const deposit = await seen(sale);
      if (isOpen(deposit)) throw new Error('Coins can still change.');
      orderIds.set(sale, deposit.orderId ?? '');
    }
  }, chainWait);
  return sold.map((sale) => orderIds.get(sale) ?? '');
}
