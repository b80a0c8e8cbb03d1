import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import {
  aQuote,
  aSeller,
  orderOf,
  plainOrder,
  someBitcoinNet,
  submit,
  worldOf,
  type Seller,
} from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
afterEach(() => {
  app.deps.now = () => new Date();
});

const minutesLater = (minutes: number) => {
  app.deps.now = () => new Date(Date.now() + minutes * 60_000);
};

const world = () => worldOf(app, database.pool);

describe('an order', () => {
  test('stores what the customer was shown, and answers it with its history', async () => {
    const quote = await aQuote(app, ada);
    const { status, body } = await submit(app, ada, orderOf(quote, { transactionHash: 'A1'.repeat(32) }));
    expect(status).toBe(201);
    expect(orderDetails.parse(body)).toMatchObject({
      reference: quote.reference,
      status: 'pending',
      version: 1,
      userId: ada.id,
      amount: 0.01,
      rate: quote.buyingRate,
      grossAmount: quote.grossAmount,
      feeAmount: quote.marginAmount,
      feePercent: 5,
      payoutAmount: quote.netAmount,
      payoutCurrency: 'USD',
      valueUsd: quote.valueUsd,
      transactionHash: 'a1'.repeat(32),
      paymentDetails: { accountNumber: '0123456789', method: 'bank' },
      deposit: { address: quote.deposit.address, memo: null },
      awaitingProof: false,
      paymentProofFiles: [{ originalName: 'proof.png', type: 'image/png' }],
      events: [{ from: null, to: 'pending', by: 'customer' }],
    });
  });

  test('without a hold is priced by the server and gets its own reference', async () => {
    const { status, body } = await submit(app, ada, plainOrder());
    expect([status, body.payoutAmount]).toEqual([201, someBitcoinNet]);
    expect(body.reference).toMatch(/^LF-/);
  });

  test('believes nothing the browser says about price, owner, state or name', async () => {
    const forged = {
      status: 'completed',
      userId: randomUUID(),
      feePercent: 0,
      payoutAmount: 1e6,
      version: 9,
      adminNotes: 'x',
    };
    const { body } = await submit(app, ada, plainOrder({ ...forged, cryptoName: 'Gold', cryptoSymbol: 'XAU' }), {
      fields: { status: 'completed', userId: randomUUID() },
    });
    expect(body).toMatchObject({
      status: 'pending',
      userId: ada.id,
      payoutAmount: someBitcoinNet,
      feePercent: 5,
      version: 1,
      adminNotes: null,
      cryptoName: 'Bitcoin',
      cryptoSymbol: 'BTC',
    });
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });

  test('saves the account when asked, and offers the one last used first', async () => {
    const bob = await aSeller(app, database.pool);
    const wise = { accountName: 'Bob', accountNumber: 'bob@example.com', bankName: 'Wise', method: 'wise' };
    await submit(app, bob, plainOrder({ savePayoutAccount: true }));
    await submit(app, bob, plainOrder({ savePayoutAccount: true, paymentDetails: wise }));
    await submit(app, bob, plainOrder());
    const { body } = await app.call('GET', '/api/payout-accounts', { token: bob.token });
    expect(body).toMatchObject([{ bankName: 'First Bank', currency: 'USD' }, { bankName: 'Wise' }]);
  });
});

describe('a refused order leaves neither a row nor a file', () => {
  const refusals: [string, () => Promise<{ order: unknown; sent?: Parameters<typeof submit>[3] }>, number, string][] = [
    [
      'a million dollars for a hundredth of a coin',
      async () => ({ order: plainOrder({ valueUsd: 10_000_000 }) }),
      409,
      'quote_changed',
    ],
    [
      'a net 0.6 % too high',
      async () => ({ order: plainOrder({ valueUsd: someBitcoinNet * 1.006 }) }),
      409,
      'quote_changed',
    ],
    ['nothing', async () => ({ order: plainOrder({ amount: 0 }) }), 400, 'invalid_input'],
    ['less than nothing', async () => ({ order: plainOrder({ amount: -1 }) }), 400, 'invalid_input'],
    ['an amount in powers of ten', async () => ({ order: plainOrder({ amount: '1e3' }) }), 400, 'invalid_input'],
    ['nine decimals', async () => ({ order: plainOrder({ amount: '0.000000001' }) }), 400, 'invalid_input'],
    [
      'an amount beyond all numbers',
      async () => ({ order: '{"cryptoId":"bitcoin","amount":1e400}' }),
      400,
      'invalid_input',
    ],
    ['text that is no JSON', async () => ({ order: 'sell it all' }), 400, 'invalid_input'],
    [
      'less than the smallest deposit',
      async () => ({ order: plainOrder({ amount: 0.0001, valueUsd: 3.72 }) }),
      422,
      'below_minimum',
    ],
    ['an unknown coin', async () => ({ order: plainOrder({ cryptoId: 'dogecoin' }) }), 400, 'invalid_input'],
    ['a hash of another form', async () => ({ order: plainOrder({ transactionHash: '0x12' }) }), 400, 'invalid_input'],
    [
      'no bank',
      async () => ({ order: plainOrder({ paymentDetails: { accountName: 'A', accountNumber: '1' } }) }),
      400,
      'invalid_input',
    ],
    ['a quote nobody made', async () => ({ order: plainOrder({ quoteId: randomUUID() }) }), 404, 'not_found'],
    ['no proof', async () => ({ order: plainOrder(), sent: { proof: null } }), 400, 'file_missing'],
    [
      'a proof that is a page',
      async () => ({ order: plainOrder(), sent: { proof: Buffer.from('<html><script>') } }),
      415,
      'file_type',
    ],
    [
      'the quote of another customer',
      async () => ({ order: orderOf(await aQuote(app, await aSeller(app, database.pool))) }),
      404,
      'not_found',
    ],
    [
      'a quote for another amount',
      async () => ({ order: orderOf(await aQuote(app, ada), { amount: 0.02, valueUsd: 743.76 }) }),
      409,
      'quote_changed',
    ],
    [
      'a quote for another currency',
      async () => ({ order: orderOf(await aQuote(app, ada), { currency: 'EUR' }) }),
      409,
      'quote_changed',
    ],
  ];

  test.each(refusals)('%s', async (_name, make, status, code) => {
    const { order, sent } = await make();
    const before = await world();
    const answer = await submit(app, ada, order, sent);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await world()).toEqual(before);
  });

  test('quote_changed carries the figures that hold', async () => {
    const { body } = await submit(app, ada, plainOrder({ valueUsd: 400 }));
    expect(body.quote).toMatchObject({ netAmount: someBitcoinNet, buyingRate: 39145.28, currency: 'USD' });
  });

  test('a visitor is told to log in', async () => {
    expect((await submit(app, { token: 'nonsense' }, plainOrder())).status).toBe(401);
  });
});

describe('the picture of a sale', () => {
  /** Has the signature of a PNG but is no valid picture: processing it is refused with file_type. */
  const broken = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const codeOf = async (who: Seller, order: unknown) => (await submit(app, who, order, { proof: broken })).body.code;

  test('is worked on only for a sale that can succeed: every other is refused before', async () => {
    const eve = await aSeller(app, database.pool, { kyc: 'none' });
    const used = await aQuote(app, ada);
    const hash = 'b7'.repeat(32);
    await submit(app, ada, orderOf(used, { transactionHash: hash }));
    expect(await codeOf(ada, plainOrder({ valueUsd: 400 }))).toBe('quote_changed');
    expect(await codeOf(ada, orderOf(used))).toBe('quote_used');
    expect(await codeOf(ada, plainOrder({ quoteId: randomUUID() }))).toBe('not_found');
    expect(await codeOf(ada, plainOrder({ transactionHash: hash }))).toBe('hash_used');
    expect(await codeOf(eve, plainOrder({ amount: 0.04, valueUsd: 1487.52 }))).toBe('kyc_required');
    expect(await codeOf(ada, plainOrder())).toBe('file_type');
  });
});

describe('a hold that has run out', () => {
  test('is answered once with the figure of today; accepting it keeps reference and address', async () => {
    const quote = await aQuote(app, ada);
    minutesLater(16);
    const before = await world();
    const first = await submit(app, ada, orderOf(quote));
    expect(first).toMatchObject({
      status: 409,
      body: { code: 'quote_changed', quote: { netAmount: someBitcoinNet } },
    });
    expect(await world()).toEqual(before);

    const accepted = await submit(app, ada, orderOf(quote));
    expect(accepted).toMatchObject({
      status: 201,
      body: { reference: quote.reference, deposit: { address: quote.deposit.address } },
    });
  });

  test('a figure that can only be the new one is accepted at once', async () => {
    const quote = await aQuote(app, ada);
    minutesLater(16);
    expect((await submit(app, ada, orderOf(quote, { valueUsd: someBitcoinNet + 0.01 }))).body).toMatchObject({
      reference: quote.reference,
      payoutAmount: someBitcoinNet,
    });
  });
});
