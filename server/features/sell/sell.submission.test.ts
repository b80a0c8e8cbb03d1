import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import {
  aProof,
  aQuote,
  aSeller,
  orderOf,
  plainOrder,
  someBitcoin,
  someBitcoinNet,
  submit,
  worldOf,
} from '#tests/factories/sales.ts';
import { callsOf, outcomeOf, outcomesOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

type SubmitOptions = Parameters<typeof submit>[3];

const testbed = openTestbed();
const { app, database, minutesLater, rows } = testbed;
const newSeller = (kyc: 'approved' | 'none' = 'approved') => aSeller(app, database.pool, { kyc });
const ada = fixture(() => newSeller());
const newQuote = (who = ada) => aQuote(app, who);
const send = (order: unknown, sent?: SubmitOptions, who = ada) => submit(app, who, order, sent);
const world = () => worldOf(app, database.pool);
const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);
/** Twice what someBitcoin is: below the limit without an identity check, and above it with another one. */
const largeOrder = () => plainOrder({ amount: 0.02, valueUsd: 743.76 });

describe('an order', () => {
  test('stores the terms that the customer was shown, and answers with its history', async () => {
    const quote = await newQuote();
    const { status, body } = await send(orderOf(quote, { transactionHash: 'A1'.repeat(32) }));
    expect(status).toBe(201);
    const { reference, grossAmount, valueUsd, buyingRate: rate, marginAmount, netAmount: payoutAmount } = quote;
    const payout = { grossAmount, feeAmount: marginAmount, feePercent: 5, payoutAmount, payoutCurrency: 'USD' };
    const sale = { amount: 0.01, rate, valueUsd, transactionHash: 'a1'.repeat(32) };
    const state = { reference, status: 'pending', version: 1, userId: ada.id, awaitingProof: false };
    expect(orderDetails.parse(body)).toMatchObject({
      ...state,
      ...sale,
      ...payout,
      paymentDetails: { accountNumber: '0123456789', method: 'bank' },
      deposit: { address: quote.deposit.address, memo: null },
      paymentProofFiles: [{ originalName: 'proof.png', type: 'image/png' }],
      events: [{ from: null, to: 'pending', by: 'customer' }],
    });
  });

  test('without a quote is priced by the server and gets its own reference', async () => {
    const { status, body } = await send(plainOrder());
    expect([status, body.payoutAmount]).toEqual([201, someBitcoinNet]);
    expect(body.reference).toMatch(/^LF-/);
  });

  test('ignores the browser’s price, owner, state and name', async () => {
    const fields = { status: 'completed', userId: randomUUID() };
    const prices = { feePercent: 0, payoutAmount: 1e6, version: 9, adminNotes: 'x' };
    const names = { cryptoName: 'Gold', cryptoSymbol: 'XAU' };
    const { body } = await send(plainOrder({ ...fields, ...prices, ...names }), { fields });
    const ownOrder = { status: 'pending', userId: ada.id, version: 1, adminNotes: null };
    const honest = { payoutAmount: someBitcoinNet, feePercent: 5, cryptoName: 'Bitcoin', cryptoSymbol: 'BTC' };
    expect(body).toMatchObject({ ...ownOrder, ...honest });
  });

  test('saves the account on request', async () => {
    const bob = await newSeller();
    const savedNames = async () => {
      const { body } = await callsOf(app, bob).get('payout-accounts');
      return (body as unknown as { bankName: string }[]).map(({ bankName }) => bankName);
    };
    await send(plainOrder({}), {}, bob);
    expect(await savedNames()).toEqual([]);
    await send(plainOrder({ savePayoutAccount: true }), {}, bob);
    expect(await savedNames()).toEqual(['First Bank']);
  });

  test('offers the account that was used last first', async () => {
    const bob = await newSeller();
    const wise = { accountName: 'Bob', accountNumber: 'bob@example.com', bankName: 'Wise', method: 'wise' };
    const savePayoutAccount = true;
    for (const changes of [{ savePayoutAccount }, { savePayoutAccount, paymentDetails: wise }, {}])
      await send(plainOrder(changes), {}, bob);
    const { body } = await callsOf(app, bob).get('payout-accounts');
    expect(body).toMatchObject([{ bankName: 'First Bank', currency: 'USD' }, { bankName: 'Wise' }]);
  });
});

describe('a refused order leaves no row and no file', () => {
  const invalidCases: [what: string, changes: Record<string, unknown>, outcome: string, sent?: SubmitOptions][] = [
    ['a million dollars for a hundredth of a coin', { valueUsd: 10_000_000 }, '409 quote_changed'],
    ['a net 0.6 % too high', { valueUsd: someBitcoinNet * 1.006 }, '409 quote_changed'],
    ['nothing', { amount: 0 }, '400 invalid_input'],
    ['less than nothing', { amount: -1 }, '400 invalid_input'],
    ['an amount in powers of ten', { amount: '1e3' }, '400 invalid_input'],
    ['nine decimals', { amount: '0.000000001' }, '400 invalid_input'],
    ['less than the smallest deposit', { amount: 0.0001, valueUsd: 3.72 }, '422 below_minimum'],
    ['an unknown coin', { cryptoId: 'dogecoin' }, '400 invalid_input'],
    ['a hash of another form', { transactionHash: '0x12' }, '400 invalid_input'],
    ['no bank', { paymentDetails: { accountName: 'A', accountNumber: '1' } }, '400 invalid_input'],
    ['a quote nobody made', { quoteId: randomUUID() }, '404 not_found'],
    ['no proof', {}, '400 file_missing', { proof: null }],
    ['a proof that is a page', {}, '415 file_type', { proof: Buffer.from('<html><script>') }],
  ];
  const otherCases: [what: string, order: () => unknown, outcome: string, sent?: SubmitOptions][] = [
    ['an amount beyond all numbers', () => '{"cryptoId":"bitcoin","amount":1e400}', '400 invalid_input'],
    ['text that is no JSON', () => 'sell it all', '400 invalid_input'],
    ['the quote of another customer', async () => orderOf(await newQuote(await newSeller())), '404 not_found'],
    [
      'a quote for another amount',
      async () => orderOf(await newQuote(), { amount: 0.02, valueUsd: 743.76 }),
      '409 quote_changed',
    ],
    ['a quote for another currency', async () => orderOf(await newQuote(), { currency: 'EUR' }), '409 quote_changed'],
    ...invalidCases.map(
      ([what, changes, ...rest]) => [what, () => plainOrder(changes), ...rest] as (typeof otherCases)[0],
    ),
  ];

  test.each(otherCases)('%s', async (_what, make, outcome, submitOptions) => {
    const order = await make();
    const worldBefore = await world();
    expect(await outcomeOf(send(order, submitOptions))).toBe(outcome);
    expect(await world()).toEqual(worldBefore);
  });

  test('for quote_changed, with the current amounts', async () => {
    const { body } = await send(plainOrder({ valueUsd: 400 }));
    expect(body.quote).toMatchObject({ netAmount: someBitcoinNet, buyingRate: 39145.28, currency: 'USD' });
  });

  test('for a visitor, who is asked to sign in', async () => {
    expect((await submit(app, { token: 'nonsense' }, plainOrder())).status).toBe(401);
  });

  test('and its picture is never processed', async () => {
    const eve = await newSeller('none');
    const used = await newQuote();
    const transactionHash = 'b7'.repeat(32);
    await send(orderOf(used, { transactionHash }));
    /** Has the signature of a PNG but is no valid picture: processing it is refused with file_type. */
    const proof = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const [order, code, customer] of [
      [plainOrder({ valueUsd: 400 }), 'quote_changed', ada],
      [orderOf(used), 'quote_used', ada],
      [plainOrder({ quoteId: randomUUID() }), 'not_found', ada],
      [plainOrder({ transactionHash }), 'hash_used', ada],
      [plainOrder({ amount: 0.04, valueUsd: 1487.52 }), 'kyc_required', eve],
      [plainOrder(), 'file_type', ada],
    ] as const)
      expect((await send(order, { proof }, customer)).body.code).toBe(code);
  });
});

describe('an expired rate', () => {
  test('is answered once with today’s amount, which the customer accepts for that address', async () => {
    const quote = await newQuote();
    minutesLater(16);
    const worldBefore = await world();
    const { body } = await send(orderOf(quote));
    expect(body).toMatchObject({ code: 'quote_changed', quote: { netAmount: someBitcoinNet } });
    expect(await world()).toEqual(worldBefore);

    const { reference, deposit } = quote;
    const response = await send(orderOf(quote));
    expect(response).toMatchObject({ status: 201, body: { reference, deposit: { address: deposit.address } } });
  });

  test('is accepted at once with an amount that can only be the new one', async () => {
    const quote = await newQuote();
    minutesLater(16);
    const { body } = await send(orderOf(quote, { valueUsd: someBitcoinNet + 0.01 }));
    expect(body).toMatchObject({ reference: quote.reference, payoutAmount: someBitcoinNet });
  });
});

describe('a repeated submission', () => {
  test('of one quote makes one order, however many are sent at once', async () => {
    const quote = await newQuote();
    const outcomes = await outcomesOf(times(50, () => send(orderOf(quote), { key: randomUUID() })));
    expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(1);
    // A busy machine answers some with a retry; no other call gets the quote.
    expect(outcomes.filter((outcome) => !/^201$|quote_used$|unavailable$/.test(outcome))).toEqual([]);
    const createdRows = await rows(
      'select f.id from orders o join files f on f.order_id = o.id where o.quote_id = $1',
      [quote.quoteId],
    );
    expect(createdRows).toHaveLength(1);
  }, 60_000);

  test('with one key makes one order and ten equal answers', async () => {
    const payload = { key: randomUUID(), proof: aProof() };
    const { orders, files, bytes } = await world();
    const answers = await Promise.all(times(10, () => send(plainOrder(), payload)));
    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await world()).toMatchObject({ orders: orders + 1, files: files + 1, bytes: bytes + 1 });
    expect(await outcomeOf(send(plainOrder(), { key: payload.key }))).toBe('409 idempotency_mismatch');
  });

  test('without a key makes one order if coin, amount and proof are equal within a minute', async () => {
    const proof = aProof();
    const { orders, bytes } = await world();
    const answers = await Promise.all(times(5, () => send(plainOrder(), { proof })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await world()).toMatchObject({ orders: orders + 1, bytes: bytes + 1 });
    minutesLater(2);
    expect((await send(plainOrder(), { proof })).body.id).not.toBe(answers[0]?.body.id);
  });

  test('of a transaction hash makes one live order of its coin, in any spelling', async () => {
    const hash = 'fe'.repeat(32);
    const spellings = [hash, hash.toUpperCase(), ` ${hash} `];
    const outcomes = await outcomesOf(spellings.map((transactionHash) => send(plainOrder({ transactionHash }))));
    expect(outcomes).toEqual(['201', '409 hash_used', '409 hash_used']);
  });
});

describe('the limit without a verified identity', () => {
  const accountWith = async (email: string) => {
    const seller = await newSeller('none');
    await rows('update users set email = $2 where id = $1', [seller.id, email]);
    return seller;
  };

  test.each([
    ['two plus-addresses', ['grace+1@example.com', 'grace+2@example.com'], '403 kyc_required'],
    ['dots in an address of Gmail', ['g.hopper@gmail.com', 'gh.opper+cash@googlemail.com'], '403 kyc_required'],
    ['dots elsewhere, which are other people,', ['g.ray@example.com', 'gray@example.com'], '201'],
  ])(
    'is shared by all spellings of a mailbox: one of two sales at once by %s is accepted',
    async (_how, emails, second) => {
      const sellers = [await accountWith(emails[0] ?? ''), await accountWith(emails[1] ?? '')];
      expect(await outcomesOf(sellers.map((seller) => send(largeOrder(), {}, seller)))).toEqual(['201', second]);
    },
  );

  test('is shared by a number that the team entered: one of two sales at once is accepted', async () => {
    const broughtSeller = await newSeller('none');
    const registeredSeller = await newSeller('none');
    const ids = [broughtSeller.id, registeredSeller.id];
    await rows(`update users set mobile_number = '+2348031112233' where id = any($1)`, [ids]);
    await rows(`update users set origin = 'brought', brought_at = now() where id = $1`, [broughtSeller.id]);
    const sellers = [broughtSeller, registeredSeller];
    expect(await outcomesOf(sellers.map((seller) => send(largeOrder(), {}, seller)))).toEqual([
      '201',
      '403 kyc_required',
    ]);
  });

  test('is not shared by two customers who typed one number themselves', async () => {
    const sellers = [await newSeller('none'), await newSeller('none')];
    await rows(`update users set mobile_number = '+2348031112244' where id = any($1)`, [sellers.map(({ id }) => id)]);
    expect(await outcomesOf(sellers.map((seller) => send(largeOrder(), {}, seller)))).toEqual(['201', '201']);
  });

  test('accepts only the orders within it of fifty at the same moment', async () => {
    const eve = await newSeller('none');
    const answers = await Promise.all(times(50, () => send(plainOrder(), {}, eve)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    // Beyond thirty uploads the server answers "in a moment"; no other call exceeds the limit.
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code ?? '');
    expect(codes.filter((code) => !['kyc_required', 'unavailable'].includes(code))).toEqual([]);
    expect(await rows('select 1 from orders where user_id = $1', [eve.id])).toHaveLength(2);
    const used = { limitUsd: 1000, usedUsd: 782.9, leftUsd: 217.1 };
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'kyc_required', ...used });
    const asEve = callsOf(app, eve);
    expect((await asEve.get('sell-allowance')).body).toEqual({ kycApproved: false, ...used, days: 30 });
    expect((await asEve.post('sell-quotes', someBitcoin)).status).toBe(403);

    await submitDocuments(app, eve);
    expect((await send(plainOrder(), {}, eve)).status).toBe(403);
    const { token } = await theOwner(testbed);
    await decide(app, token, (await requestOf(app, token, eve)).id);
    expect((await asEve.get('sell-allowance')).body).toMatchObject({ kycApproved: true, leftUsd: null });
    expect((await send(plainOrder(), {}, eve)).status).toBe(201);
  }, 60_000);

  test('ignores rejected orders and those older than thirty days', async () => {
    const eve = await newSeller('none');
    const sell = async (order = plainOrder()) => (await send(order, {}, eve)).status;
    const { body } = await send(largeOrder(), {}, eve);
    expect(await sell()).toBe(403);
    await rows(`update orders set status = 'failed', version = 2, decided_at = now() where id = $1`, [body.id]);
    expect([await sell(largeOrder()), await sell()]).toEqual([201, 403]);
    minutesLater(31 * 24 * 60);
    expect(await sell()).toBe(201);
  });
});
