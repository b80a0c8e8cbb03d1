import { randomBytes } from 'node:crypto';
import { expect as check } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { anAdmin, ask, askProven, type TestUser } from './users.ts';

const bank = { accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'First Bank', method: 'bank' };
const terms = { cryptoId: 'usdt-erc20', cryptoAmount: 200, targetCurrency: 'USD' };

/** Longer than the chain needs on a busy machine. */
export const chainWait = { timeout: onThisMachine(60_000) };

/** Gives USDT on Ethereum a pool of addresses; once for a file. */
export async function giveAddresses(): Promise<void> {
  const owner = await anAdmin();
  const addresses = Array.from({ length: 60 }, () => `0x${randomBytes(20).toString('hex')}`);
  const pool = { kind: 'pool', chain: 'ethereum', coinIds: ['usdt-erc20'], addresses, uncheckedAccepted: true };
  await askProven(owner, 'POST', '/api/admin/deposit-sources', pool);
}

type Followed = { state: string; orderId: string | null; choices: string[]; refund: { amount: number } | null };
type Held = { quoteId: string; deposit: { address: string } };

/** A sale of 200 USDT with an address of its own. */
export async function aSale({ token }: TestUser) {
  const held = async () => ask<Held>('POST', '/api/sell-quotes', { token, body: { ...terms, paymentDetails: bank } });
  // No address is given out before the chain was read once.
  await check
    .poll(
      () =>
        held().then(
          () => true,
          () => false,
        ),
      chainWait,
    )
    .toBe(true);
  return openSaleOf({ token });
}

/** The open sale of a customer, as far as the coins that are played. */
export async function openSaleOf({ token }: Pick<TestUser, 'token'>) {
  const [quote] = await ask<Held[]>('GET', '/api/sell-quotes', { token });
  if (!quote) throw new Error('The quote is not in the list of open ones.');
  const owner = await anAdmin();
  const play = (body: object) =>
    ask('POST', `/api/admin/sell-quotes/${quote.quoteId}/play`, { token: owner.token, body });
  const followed = () => ask<Followed>('GET', `/api/sell-quotes/${quote.quoteId}/deposit`, { token });
  const until = async (state: string) => {
    await check.poll(async () => (await play({ play: 'block' }), (await followed()).state), chainWait).toBe(state);
  };
  return { ...quote, play, followed, until };
}
