import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { aMember } from './members.ts';
import { anOrder, aUser, bankDetails, litecoin, worthUsd } from './orders.ts';
import { aPng, aProof } from './sales.ts';

/** A sale of Litecoin, by default of half a coin and to an unused address. */
export async function aLitecoinSale(
  { database, app }: Testbed,
  { address = `ltc1q${randomUUID()}`, userId = '', amount = '0.5', valueUsd = '391.45', pays = {} } = {},
) {
  const customer = await aUser(database.pool);
  const owner = userId === '' ? customer : { ...customer, userId };
  const id = await anOrder(app.deps, owner, {
    gives: { type: 'sell', coin: litecoin },
    ...worthUsd(valueUsd),
    paymentDetails: { ...bankDetails, accountNumber: accountNumberOf(owner.userId) },
    ...pays,
    amount: unnamedAmount('coin', amount),
    deposit: { address, memo: null, network: 'Litecoin Network' },
  });
  return { id, address };
}

/**
 * Ten digits unique to each customer: an account that two customers name excludes their orders from a bulk approval.
 */
const accountNumberOf = (userId: string) =>
  BigInt(`0x${userId.slice(0, 8)}`)
    .toString()
    .padStart(10, '0');

export const litecoinOf = (testbed: Testbed) => chainOf(testbed, 'litecoin', 'litecoin');

/** A simulated chain that the product reads; `pay` pays this coin. */
export function chainOf({ app }: Testbed, chain: ChainName, coinId: string) {
  const reader = app.deps.chainReaders.get(chain);
  const controls = reader?.source.controls;
  if (!reader || !controls) throw new Error('The simulated chain is switched off.');
  // A test counts confirmations: only its own blocks are mined.
  controls.hold();
  const pay = (to: string, ...amounts: readonly string[]) =>
    controls.pay(amounts.map((amount) => ({ to, coinId, amount: unnamedAmount('coin', amount) })));
  return { ...controls, pay, reader, source: reader.source };
}

/** The review panel's form, with one screenshot. */
export async function review(
  { app }: Testbed,
  token: string,
  id: string,
  fields: Record<string, string>,
  { shot = aProof(), key = '' } = {},
) {
  const payload = { token, key, form: { ...fields, payoutFiles: aPng('payout.png', shot) } };
  const { status, body } = await app.call('PATCH', `/api/admin/transactions/${id}/status`, payload);
  return { status, body };
}

/** A reviewer, with the calls about sales whose deposits the product checks. */
export function depositReviews(testbed: Testbed) {
  const reviewer = fixture(() => aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
  const readDeposit = async (path: string) =>
    (await testbed.app.call('GET', `/api/admin/${path}`, { token: reviewer.token })).body;
  const verdict = async (id: string) => verdictView.parse(await readDeposit(`transactions/${id}/verdict`));
  /** The level and the codes of the findings: `amber two_fit`. */
  const verdictOf = async (id: string) => {
    const { level, findings } = await verdict(id);
    return [level, ...findings.map(({ code }) => code)].join(' ');
  };
  return {
    reviewer,
    read: readDeposit,
    verdict,
    verdictOf,
    sees: async (id: string, findingCode: string) => {
      await expect.poll(() => verdictOf(id), { timeout: 30_000 }).toBe(findingCode);
    },
    approve: (id: string, changes: Record<string, string> = {}) =>
      review(testbed, reviewer.token, id, {
        status: 'completed',
        adminNotes: 'Paid.',
        adminTransactionId: `WIRE-${id}`,
        ...changes,
      }),
    /** The customer's side of such a sale: names the transaction that pays it. */
    name: (id: string, { token }: { token: string }, transactionHash: string) =>
      testbed.app.call('PUT', `/api/transactions/${id}/hash`, { token, json: { transactionHash } }),
  };
}
