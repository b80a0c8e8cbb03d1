import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { post } from '#server/features/book/book.service.ts';
import type { RefundRow } from '#server/features/refunds/refunds.queries.ts';
import { openRefund } from '#server/features/refunds/refunds.service.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import { accounts, arrivalPosting, claimPosting } from '#shared/book/book.postings.ts';
import { none } from '#shared/kernel/money.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { callsOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { aColleague } from './approvals.ts';
import { steppedUp } from './members.ts';
import { litecoinAddresses } from './own-addresses.ts';
import { aStray } from './own-sales.ts';
import { aSeller, type Seller } from './sales.ts';

type RefundInput = { orderId: string; userId: string; cryptoId: string; amount: string };

/** A due refund of coins that arrived for an order. */
export async function aDueRefund(
  { deps }: TestApp,
  { orderId, userId, cryptoId, amount }: RefundInput,
): Promise<RefundRow> {
  const author = { at: deps.now(), actorId: null };
  const coins = { transferId: randomUUID(), coin: cryptoId, amount };
  const from = {
    sources: [{ account: accounts.held(orderId, cryptoId), holds: bookedOf(amount, cryptoId) }],
    left: bookedOf(amount, cryptoId),
    unstated: none.booked,
  };
  const dueRefund = { orderId, transferId: null, userId, cryptoId, amount, reason: 'Too much.', from };
  return deps.inTx(async (tx) => {
    await post(tx, [arrivalPosting(coins, randomUUID(), author), claimPosting(coins, orderId, author)]);
    return openRefund(tx, deps, 'system', dueRefund);
  });
}

/** A refund as the team and its customer read it. */
export type ListedRefund = { id: string; address: string | null; findings: string[]; version: number };

type Options = {
  /** The customer of the refund; a new one by default. */
  to?: Seller;
  /** The customer who had the address that the coins arrived at; the same by default. */
  leasedBy?: string;
};

/** Members of the team, with a proven password, and refunds of arrivals at addresses of refused sales. */
export function refundCalls(testbed: Testbed) {
  const { app, database, mailbox } = testbed;
  const member = (role: 'reviewer' | 'payer') =>
    teamCalls(
      app,
      fixture(async () => {
        const { token } = await aColleague(testbed, role);
        return { token, stepUp: await steppedUp(app.deps, token) };
      }),
    );
  const reviewer = member('reviewer');
  const secondReviewer = member('reviewer');
  const payer = member('payer');

  /** Names the address of a refund with its mailed code; returns the answer. */
  async function confirmAs(ada: Seller, path: string, address: string) {
    const { post } = callsOf(app, ada);
    expect((await post(path, { address })).status).toBe(200);
    const code = (await mailbox.of('refund_code', ada.email)).at(-1)?.code;
    return post(path, { address, code });
  }

  /** A refund of a stray transfer that is due to a customer. */
  async function aRefund({ to, leasedBy }: Options = {}) {
    const ada = to ?? (await aSeller(app, database.pool));
    const stray = await aStray(testbed, { userId: leasedBy ?? ada.id });
    const { status, body } = await reviewer.post(`unmatched/${stray.id}/refund`, { userId: ada.id, reason: 'Theirs.' });
    expect([status, body]).toMatchObject([201, { state: 'due', amount: 0.3 }]);
    const id = String(body.id);
    const { get, post } = callsOf(app, ada);
    const newestRefund = async () => (await get<ListedRefund[]>('refunds')).body[0];
    const name = (address: string, code?: string) => post(`refunds/${id}/address`, { address, code });
    const codeNow = async () => String((await mailbox.of('refund_code', ada.email)).at(-1)?.code);
    const confirm = (address: string) => confirmAs(ada, `refunds/${id}/address`, address);
    const step = (verb: string, json: object, actor = reviewer) => actor.post(`refunds/${id}/${verb}`, json);
    return {
      ada,
      id,
      stray,
      paidTo: stray.address,
      valueUsd: Number(body.valueUsd),
      newest: newestRefund,
      name,
      codeNow,
      confirm,
      step,
    };
  }

  /** Makes a refund whose customer has confirmed an address. */
  async function withAddress(options?: Options) {
    const refund = await aRefund(options);
    const [wallet = ''] = litecoinAddresses;
    const { status, body } = await refund.confirm(wallet);
    expect([status, body]).toMatchObject([200, { address: wallet }]);
    return { ...refund, version: Number(body.version) };
  }

  return { reviewer, second: secondReviewer, payer, confirmAs, aRefund, withAddress };
}
