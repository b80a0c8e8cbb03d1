import { beforeEach, describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import { aNumber, importCalls } from '#tests/factories/imports.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOffer } from '#tests/factories/offers.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { aPng, aProof, aSeller, someBitcoin } from '#tests/factories/sales.ts';
import { callsOf, outcome, outcomeOf, outcomesOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { deleteUnusedPictures } from './offers.jobs.ts';

const testbed = openTestbed();
const { app, audit, database, mailbox, row, rows } = testbed;
const { approve, asOwner, pendingOf, refuse, withdraw } = approvalCalls(testbed);
const { owner } = importCalls(testbed);
const newSeller = (who?: { kyc: 'none' }) => aSeller(app, database.pool, who);
const rita = fixture(() => aColleague(testbed, 'reviewer'));
const second = fixture(() => aColleague(testbed, 'reviewer'));
const bitcoinOffer = (changes: object = {}) =>
  anOffer(rita, { coinId: 'bitcoin', amount: someBitcoin.cryptoAmount, payoutCurrency: 'USD', ...changes });
let hashes = 0;
const newHash = () => (hashes += 1).toString(16).padStart(64, 'a');

type Sale = { userId: string; transactionHash?: string; proof?: Buffer; paymentDetails?: object; proofId?: string };
async function counter(id: string, { proof, paymentDetails = bankDetails, ...fields }: Sale, by = rita) {
  const form = {
    ...fields,
    paymentDetails: JSON.stringify(paymentDetails),
    ...(proof && { paymentProof: aPng('proof.png', proof) }),
  };
  const headers = await steppedUp(app.deps, by.token);
  return app.call('POST', `/api/admin/offers/${id}/order`, { token: by.token, headers, form });
}

const setting = (key: string) =>
  rows(`delete from settings where key = $1`, [key]).then(() => app.deps.settings.refresh());
beforeEach(() => setting('fourEyes'));

const pay = (id: string, by: { token: string }) =>
  review(testbed, by.token, id, {
    status: 'completed',
    adminNotes: 'Paid by bank.',
    adminTransactionId: 'WIRE-1',
    reason: 'Seen.',
  });

describe('a counter sale', () => {
  test('opens the order of an offer on its terms for its customer, who gets a mail', async () => {
    const ada = await newSeller();
    const { id, terms } = await bitcoinOffer({ spreadPercent: 1 });
    const { status, body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    expect([status, body.code]).toEqual([201, undefined]);
    expect(body).toMatchObject({ userId: ada.id, status: 'pending' });
    const orderId = String(body.id);
    const storedRow = await row(
      'select opened_by, proof_at is not null as proven, payout_amount::float8 as net from orders where id = $1',
      [orderId],
    );
    expect(storedRow).toEqual({ opened_by: rita.id, proven: true, net: terms.net });
    expect((await rita.list('offers')).find((offer) => offer.id === id)).toMatchObject({
      state: 'ordered',
      orderId,
      userId: ada.id,
    });
    const mails = await mailbox.of('order_opened_for_customer', ada.email);
    const ending = bankDetails.accountNumber.slice(-4);
    expect(mails).toEqual([expect.objectContaining({ reference: body.reference, ending })]);
    expect(JSON.stringify(mails)).not.toContain(bankDetails.accountNumber);
    expect(await mailbox.names(ada.email)).not.toContain('order_received');
    expect((await audit(orderId)).map(({ action }) => action)).toContain('order.opened_by_desk');
  });

  test('accepts a picture instead of a hash, and needs one of them', async () => {
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const rowsBefore = await rows('select count(*) from orders');
    expect(await outcome(counter(id, { userId: ada.id }))).toBe('422 evidence_missing counter_evidence_missing');
    expect(await rows('select count(*) from orders')).toEqual(rowsBefore);
    const { status, body } = await counter(id, { userId: ada.id, proof: aProof() });
    expect(status).toBe(201);
    expect(await rows(`select purpose, owner_id from files where order_id = $1`, [body.id])).toEqual([
      { purpose: 'payment_proof', owner_id: ada.id },
    ]);
  });

  test('uses an offer once: one of two at once opens an order, and its link ends', async () => {
    const ada = await newSeller();
    const { id, code } = await bitcoinOffer();
    const sale = () => counter(id, { userId: ada.id, transactionHash: newHash() });
    expect(await outcomesOf([sale(), sale()].map((answer) => answer))).toEqual(['201', '409 conflict']);
    expect(await outcomeOf(callsOf(app, ada).post(`offers/${code}/take`))).toBe('410 offer_over');
  });

  test('is only for the customer who took the offer, and uses the quote', async () => {
    const [ada, bob] = [await newSeller(), await newSeller()];
    const { id, code } = await bitcoinOffer();
    const { body: quote } = await callsOf(app, ada).post(`offers/${code}/take`);
    expect(await outcome(counter(id, { userId: bob.id, transactionHash: newHash() }))).toBe(
      '409 conflict offer_other_customer',
    );
    const { status, body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    expect([status, body.reference]).toEqual([201, quote.reference]);
    expect(await row('select used_at is not null as used from sell_quotes where id = $1', [quote.quoteId])).toEqual({
      used: true,
    });
  });

  test('is refused for the member’s own case, above the limit, and for a blocked customer', async () => {
    const [poor, blocked] = [await newSeller({ kyc: 'none' }), await newSeller()];
    await rows(`update users set status = 'blocked' where id = $1`, [blocked.id]);
    const { id } = await bitcoinOffer({ amount: 1 });
    const sale = (userId: string) => outcomeOf(counter(id, { userId, transactionHash: newHash() }));
    expect(await sale(rita.id)).toBe('403 own_case');
    expect(await sale(poor.id)).toBe('403 kyc_required');
    expect(await sale(blocked.id)).toBe('404 not_found');
  });

  test('is not opened while its coin is paused, unless its customer has locked the rate', async () => {
    const ada = await newSeller();
    const [openOffer, takenOffer] = [await bitcoinOffer(), await bitcoinOffer()];
    expect((await callsOf(app, ada).post(`offers/${takenOffer.code}/take`)).status).toBe(200);
    const pause = { what: 'coin', subject: 'bitcoin' };
    await asOwner('POST', 'pauses', { ...pause, reason: 'Node away' });
    const sale = ({ id }: { id: string }) => outcomeOf(counter(id, { userId: ada.id, transactionHash: newHash() }));
    expect([await sale(openOffer), await sale(takenOffer)]).toEqual(['422 not_offered', '201']);
    await asOwner('POST', 'pauses/resume', pause);
    expect(await sale(openOffer)).toBe('201');
  });

  test('needs the right to decide, and a recently given password', async () => {
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const payer = await aColleague(testbed, 'payer');
    const fields = { userId: ada.id, paymentDetails: JSON.stringify(bankDetails), transactionHash: newHash() };
    const sendProof = (token: string) => app.call('POST', `/api/admin/offers/${id}/order`, { token, form: fields });
    expect(await outcomeOf(sendProof(payer.token))).toBe('403 not_permitted');
    expect(await outcomeOf(sendProof(rita.token))).toBe('403 step_up_required');
  });
});

describe('the member who opened a counter sale', () => {
  test('never approves it under the rule for payouts, neither first nor second', async () => {
    await setRules(testbed, { payoutOverUsd: 100 });
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const { body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    const orderId = String(body.id);
    expect(body.openedBy).toMatchObject({ id: rita.id, mayApprove: false });
    expect(await outcome(pay(orderId, rita))).toBe('409 own_request order_opened_by_you');
    const approvalId = await pendingOf(pay(orderId, second));
    expect(await outcomeOf(approve(approvalId, rita.token))).toBe('409 own_request');
    const third = await aColleague(testbed, 'reviewer');
    expect(await outcome(approve(approvalId, third.token))).toBe('200');
  });

  test('approves a small one below the rule', async () => {
    await setRules(testbed, { payoutOverUsd: 100_000 });
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const { body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    expect(body.openedBy).toMatchObject({ id: rita.id, mayApprove: true });
    expect(await outcome(pay(String(body.id), rita))).toBe('200');
  });

  test('is stored permanently, because the database refuses a change', async () => {
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const { body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    await expect(rows('update orders set opened_by = null where id = $1', [body.id])).rejects.toThrow('who opened it');
  });

  test('is required: an order whose opener was removed in the database is not approved', async () => {
    await setRules(testbed, { payoutOverUsd: 100 });
    const ada = await newSeller();
    const { id } = await bitcoinOffer();
    const { body } = await counter(id, { userId: ada.id, transactionHash: newHash() });
    const update = `update orders set opened_by = null where id = '${String(body.id)}'`;
    await database.pool.query(
      `set session_replication_role = replica; ${update}; set session_replication_role = default`,
    );
    expect(await outcome(pay(String(body.id), rita))).toBe('409 conflict order_tampered');
  });
});

describe('a counter sale for a customer without an address', () => {
  const anAskedSale = async () => {
    await setRules(testbed, { liftBlock: true });
    const broughtCustomer = {
      firstName: 'Sade',
      lastName: 'Bello',
      mobileNumber: aNumber(),
      country: 'NG',
      language: 'en',
    };
    const { status, body: ada } = await owner.post('users', broughtCustomer);
    expect({ status, ada }).toMatchObject({ status: 201, ada: { email: null } });
    const { id } = await bitcoinOffer();
    const userId = String(ada.id);
    return { userId, approvalId: await pendingOf(counter(id, { userId, proof: aProof() })) };
  };
  const picturesOf = (userId: string) => rows('select purpose, order_id from files where owner_id = $1', [userId]);

  test('waits for a second member, with its picture', async () => {
    const { userId, approvalId } = await anAskedSale();
    expect(await rows('select id from orders where user_id = $1', [userId])).toEqual([]);
    expect(await outcome(approve(approvalId, second.token))).toBe('200');
    const [order] = await rows('select id, opened_by from orders where user_id = $1', [userId]);
    expect(order?.opened_by).toBe(rita.id);
    await deleteUnusedPictures(app.deps);
    expect(await picturesOf(userId)).toEqual([{ purpose: 'payment_proof', order_id: order?.id }]);
  });

  test.each([
    ['refused', () => refuse, () => second],
    ['withdrawn', () => withdraw, () => rita],
  ] as const)('leaves no picture after it was %s', async (_end, ending, by) => {
    const [endedSale, openSale] = [await anAskedSale(), await anAskedSale()];
    expect(await outcome(ending()(endedSale.approvalId, by().token))).toBe('200');
    await deleteUnusedPictures(app.deps);
    expect(await picturesOf(endedSale.userId)).toEqual([]);
    expect(await picturesOf(openSale.userId)).toEqual([{ purpose: 'payment_proof', order_id: null }]);
  });
});
