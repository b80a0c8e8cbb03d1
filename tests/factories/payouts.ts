import { beforeAll, beforeEach } from 'vitest';
import { aColleague } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails, worthUsd } from '#tests/factories/orders.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';

export type Body = Record<string, unknown>;
const euro = { ...bankDetails, accountNumber: 'NL91 ABNA 0417 1643 00', bankName: 'ABN AMRO' };
/** The terms of an order that pays euros. */
export const inEuro = (amount = '93.02') => ({ ...worthUsd(amount), payoutCurrency: 'EUR', paymentDetails: euro });

/** A reviewer who prepares, a payer who releases, an account in euros, and the calls of payouts and batches. */
export function payoutCalls(testbed: Testbed) {
  const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
  const payer = fixture(() => aColleague(testbed, 'payer'));
  const ada = fixture(() => aUser(testbed.database.pool));
  async function callAs(member: { token: string }, method: string, path: string, json?: object) {
    const headers = await steppedUp(testbed.app.deps, member.token);
    const payload = { token: member.token, headers, ...(json && { json }) };
    return testbed.app.call(method, `/api/admin/${path}`, payload);
  }
  /** The body of a call that succeeds. */
  async function ok(...args: Parameters<typeof callAs>): Promise<Body> {
    const { status, body } = await callAs(...args);
    if (status !== 200 && status !== 201) throw new Error(`${args[2]} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  const account = { id: '' };
  beforeAll(async () => {
    const bank = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bankName: 'Commerzbank' };
    const deskAccount = {
      name: 'Main',
      currency: 'EUR',
      format: 'pain001',
      holderName: 'Landfall Exchange Ltd',
      ...bank,
    };
    account.id = String((await (await theAdmin(testbed.app)).post('desk-accounts', deskAccount)).body.id);
  });
  beforeEach(async () => {
    await testbed.rows(`delete from settings where key in ('fourEyes', 'payouts', 'rules')`);
    await testbed.app.deps.settings.refresh();
  });

  /** An approved payout; without terms 93.02 EUR. */
  async function aPayout(
    terms: object = inEuro(),
    customer: Parameters<typeof anOrder>[1] = ada,
  ): Promise<Body & { id: string; orderId: string }> {
    const orderId = await anOrder(testbed.app.deps, customer, terms);
    const body = await ok(reviewer, 'POST', `transactions/${orderId}/payout`, {});
    return { ...body, id: String(body.id), orderId };
  }
  const aBatch = (payoutIds: string[], changes: object = {}) =>
    ok(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds, ...changes });
  const release = ({ id, digest }: Body, member: { token: string } = payer) =>
    callAs(member, 'POST', `payout-batches/${String(id)}/release`, { digest });
  const orderOf = async (id: string) => ok(reviewer, 'GET', `transactions/${id}`);
  const payoutOf = (id: string) => ok(reviewer, 'GET', `payouts/${id}`);
  const batchOf = (id: unknown) => ok(reviewer, 'GET', `payout-batches/${String(id)}`);
  const markSent = ({ id }: Body, member: { token: string } = payer) =>
    callAs(member, 'POST', `payout-batches/${String(id)}/sent`, {});
  /** Releases a payout in a batch of its own and hands it to the bank. */
  async function sendAlone(payoutId: unknown) {
    const batch = await aBatch([String(payoutId)]);
    for (const { status, body } of [await release(batch), await markSent(batch)])
      if (status !== 200) throw new Error(`Sending answered ${status}: ${JSON.stringify(body)}`);
  }
  /** The money of a payout comes back. */
  const giveBack = (id: string, json: object) => ok(payer, 'POST', `payouts/${id}/return`, json);
  const payAgain = (id: string) => ok(reviewer, 'POST', `payouts/${id}/again`, { reason: 'Open again' });
  const result = { aPayout, aBatch, release, markSent, sendAlone, giveBack, payAgain };
  return { reviewer, payer, ada, account, as: callAs, ok, ...result, orderOf, payoutOf, batchOf };
}
