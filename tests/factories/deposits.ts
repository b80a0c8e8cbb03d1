import { randomUUID } from 'node:crypto';
import { amountOf, decimal } from '#shared/kernel/money.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { anOrder, aUser, worth } from './orders.ts';
import { aPng } from './sales.ts';

/** The coin as an order keeps it. */
export const litecoin = { id: 'litecoin', name: 'Litecoin', symbol: 'LTC', color: '#345d9d' };

/** A sale of Litecoin, by default half a coin, to an address, by default one that no other sale has. */
export async function aLitecoinSale(
  { database, app }: Testbed,
  { address = `ltc1q${randomUUID()}`, userId = '', amount = '0.5', valueUsd = '391.45' } = {},
) {
  const customer = await aUser(database.pool);
  const owner = userId === '' ? customer : { ...customer, userId };
  const id = await anOrder(app.deps, owner, {
    gives: { type: 'sell', coin: litecoin },
    ...worth(valueUsd),
    amount: amountOf('coin', amount),
    deposit: { address, memo: null, network: 'Litecoin Network' },
  });
  return { id, address };
}

/** The simulated chain that the product reads. */
export function litecoinOf({ app }: Testbed) {
  const { controls } = app.deps.chainReaders.get('litecoin')?.source ?? {};
  if (!controls) throw new Error('The simulated chain is switched off.');
  // A test counts confirmations: only its own blocks are mined.
  controls.hold();
  const pay = (to: string, ...amounts: readonly string[]) =>
    controls.pay(amounts.map((amount) => ({ to, coinId: 'litecoin', amount: decimal(amount) })));
  return { ...controls, pay };
}

/** The review panel's form, with one screenshot. */
export const review = ({ app }: Testbed, token: string, id: string, fields: Record<string, string>) =>
  app.call('PATCH', `/api/admin/transactions/${id}/status`, {
    token,
    form: { ...fields, payoutFiles: aPng('payout.png') },
  });
