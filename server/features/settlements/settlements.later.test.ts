import { beforeEach, describe, expect, test } from 'vitest';
import { toText, zero } from '#shared/kernel/money.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOwnSale } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, minutesLater, row, rows } = testbed;
const reviewer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'reviewer')),
);
const wait = { timeout: 45_000 };

/** Every process reads the rates again. */
const publishRates = () => rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
const unitsOf = async (currency: string) =>
  Number((await app.deps.rates()).currencies.get(currency)?.unitsPerUsd.toFixed());
/** Sets the price of one Litecoin, or of one US dollar in a currency, from now on. */
async function priceIs(usd: number) {
  await rows(`update crypto_assets set price_usd = $1 where id = 'litecoin'`, [usd]);
  await publishRates();
  const knownPrice = async () => toText((await app.deps.rates()).coins.get('litecoin')?.priceUsd ?? zero);
  await expect.poll(knownPrice, wait).toBe(String(usd));
}
async function dollarIs(units: number, currency: string) {
  await rows('update fx_rates set units_per_usd = $1 where currency = $2', [units, currency]);
  await publishRates();
  await expect.poll(() => unitsOf(currency), wait).toBe(units);
}
beforeEach(() => priceIs(100));

type DepositBody = {
  state: string;
  choices: string[];
  offer: { offerId: string; netAmount: number; validUntil: string } | null;
};

/** A sale of two Litecoin at 100 USD, and what its customer and the chain do. */
async function aSale(options: Parameters<typeof anOwnSale>[1] = {}) {
  const ada = await aSeller(app, testbed.database.pool);
  const { id, address } = await anOwnSale(testbed, { userId: ada.id, ...options });
  const { get, post } = callsOf(app, ada);
  const chain = litecoinOf(testbed);
  const untilCounted = async (states: string, ...args: string[]) => {
    const seenQuery = `select 1 from chain_transfers where to_address = $1 and state = any($2::text[])
      and amount = any($3::numeric[])`;
    const seenTransfers = () => rows(seenQuery, [address, states.split(' '), args]);
    await expect.poll(async () => (await seenTransfers()).length, wait).toBe(args.length);
  };
  const readSettlement = async () => {
    await settleChains(app.deps, ['litecoin']);
    const { state } = await row(
      `select concat_ws(' ', o.stage, s.outcome, trim_scale(s.paid_for), trim_scale(s.net)) as state
       from orders o left join order_settlements s on s.order_id = o.id and s.voided_at is null where o.id = $1`,
      [id],
    );
    return state;
  };
  return {
    id,
    address,
    chain,
    /** Pays coins that are seen but in no block yet. */
    sends: async (amount: string) => {
      const hash = chain.pay(address, amount);
      await untilCounted('seen', amount);
      return hash;
    },
    /** Pays in a final block, of this moment or another one. */
    arrives: async (amount: string, at?: Date) => {
      chain.pay(address, amount);
      chain.mine(12, at);
      await untilCounted('included final', amount);
    },
    mines: async (amount: string, at?: Date) => {
      chain.mine(12, at);
      await untilCounted('included final', amount);
    },
    /** The stage, then of the live settlement its outcome, the coins paid for and the payout. */
    settled: readSettlement,
    shown: async () => (await get<DepositBody>(`transactions/${id}/deposit`)).body,
    choose: (json: object) => post(`transactions/${id}/choice`, json),
    approve: () => reviewer.post(`transactions/${id}/payout`, {}),
    decide: async (action: string) => {
      const { version } = await row('select version from orders where id = $1', [id]);
      return reviewer.post(`transactions/${id}/settlement`, { action, reason: 'Agreed.', version });
    },
    state: async () => (await reviewer.get(`transactions/${id}/settlement`)).body,
  };
}

describe('a customer who sent too little on purpose', () => {
  test('gets no more than the coins are worth at the choice, however long they wait', async () => {
    const sale = await aSale();
    await sale.arrives('1.9');
    await expect.poll(sale.settled, wait).toBe('short');
    const firstOffer = (await sale.shown()).offer;
    expect(firstOffer?.netAmount).toBe(180.5);
    await priceIs(80);
    expect((await sale.shown()).offer).toEqual(firstOffer);
    minutesLater(71 * 60);
    const refusal = await sale.choose({ choice: 'take', offerId: firstOffer?.offerId });
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'rate_changed', params: { offer: { netAmount: 144.4 } } },
    });
    const secondOffer = (await sale.shown()).offer;
    expect(refusal.body.params).toEqual({ offer: secondOffer });
    expect((await sale.choose({ choice: 'take', offerId: secondOffer?.offerId })).status).toBe(200);
    await expect.poll(sale.settled, wait).toBe('confirmed short 1.9 144.4');
  });

  test('is offered at most the locked rate after a rise, and an offer ends with more coins', async () => {
    const sale = await aSale();
    await priceIs(150);
    await sale.arrives('1.5');
    await expect.poll(sale.settled, wait).toBe('short');
    const { offer } = await sale.shown();
    expect(offer?.netAmount).toBe(142.5);
    expect((await sale.choose({ choice: 'top_up' })).status).toBe(200);
    await sale.arrives('0.3');
    await expect.poll(sale.settled, wait).toBe('short');
    const refusal = await sale.choose({ choice: 'take', offerId: offer?.offerId });
    expect(refusal).toMatchObject({ status: 409, body: { params: { offer: { netAmount: 171 } } } });
  });

  test('may send the missing coins or get them back while the rate is unknown', async () => {
    const sale = await aSale();
    await sale.arrives('1.5');
    await expect.poll(sale.settled, wait).toBe('short');
    await rows(
      `insert into held_rates (kind, subject, last_good, offered, source, offered_at)
       values ('coin', 'litecoin', 100, 140, 'sample', now())`,
    );
    await publishRates();
    await expect.poll(async () => (await sale.shown()).choices, wait).toEqual(['top_up', 'refund']);
    await rows(`delete from held_rates`);
  });

  test('is paid a later part at its value in its block, unless it completes the sale', async () => {
    const sale = await aSale();
    await sale.arrives('1');
    await expect.poll(sale.settled, wait).toBe('short');
    await priceIs(80);
    minutesLater(16);
    const { offer } = await sale.shown();
    expect((await sale.choose({ choice: 'take', offerId: offer?.offerId })).status).toBe(200);
    await expect.poll(sale.settled, wait).toBe('confirmed short 1 76');
    await priceIs(90);
    await sale.arrives('0.5', app.deps.now());
    await expect.poll(sale.settled, wait).toBe('confirmed short 1.5 118.75');
  });
});

describe('a transfer that was seen in time', () => {
  test('is worth the value in its block twenty hours later, and its customer chooses', async () => {
    const sale = await aSale();
    await sale.sends('2');
    minutesLater(20 * 60);
    await priceIs(75);
    await sale.mines('2', app.deps.now());
    await expect.poll(sale.settled, wait).toBe('short');
    expect(await sale.shown()).toMatchObject({ choices: ['accept_rate', 'refund'], offer: { netAmount: 142.5 } });
  });

  test('counts as in time even if its block was read hours later', async () => {
    const sale = await aSale({ expired: true });
    await priceIs(75);
    await sale.arrives('2', new Date(Date.now() - 70 * 60_000));
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
  });
});

describe('a transfer that is late', () => {
  test('is worth no more than its currency at that moment, even at an equal coin price', async () => {
    const formerRate = await unitsOf('NGN');
    await dollarIs(1448.5, 'NGN');
    const sale = await aSale({ currency: 'NGN', rate: '144850', expired: true });
    await dollarIs(1158.8, 'NGN');
    await sale.arrives('2');
    await expect.poll(sale.settled, wait).toBe('short');
    const { choices, offer } = await sale.shown();
    expect([choices, offer?.netAmount]).toEqual([['accept_rate', 'refund'], 220_172]);
    await dollarIs(formerRate, 'NGN');
  });

  test('has no rate if its block is over ten minutes old when it is read, and the team decides', async () => {
    const sale = await aSale({ expired: true });
    await sale.arrives('2', new Date(Date.now() - 11 * 60_000));
    await expect.poll(sale.settled, wait).toBe('question');
    const { computed } = await sale.state();
    expect(computed).toMatchObject({ outcome: 'late_unpriced', choices: ['refund', 'take_at_today'] });
  });
});

describe('a settled sale', () => {
  test('is paid out while a stranger’s dust arrives at its address and disappears again', async () => {
    const sale = await aSale();
    await sale.arrives('2');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    minutesLater(200);
    await priceIs(80);
    const dust = await sale.sends('0.00000546');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    sale.chain.drop(dust);
    const replacedTransfer = () =>
      rows(`select 1 from chain_transfers where tx_hash = $1 and state = 'replaced'`, [dust]);
    await expect.poll(replacedTransfer, wait).toHaveLength(1);
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    await sale.arrives('0.00000547', app.deps.now());
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    expect(await sale.approve()).toMatchObject({ status: 201, body: { amount: '190.00' } });
  });

  test('does not wait for dust that is in no block', async () => {
    const sale = await aSale();
    await sale.arrives('2');
    await sale.sends('0.00000548');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
  });

  test('gains the value of a later part in its block without a decision', async () => {
    const sale = await aSale();
    await sale.arrives('2');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    minutesLater(200);
    await priceIs(90);
    await sale.arrives('0.1', app.deps.now());
    await expect.poll(sale.settled, wait).toBe('confirmed over 2.1 198.55');
  });

  test('does not change while a larger later part waits for the team, which may buy all of it', async () => {
    const sale = await aSale();
    await sale.arrives('2');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    minutesLater(200);
    await priceIs(90);
    await sale.arrives('0.5', app.deps.now());
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    const state = await sale.state();
    const decisions = [
      { action: 'cap', net: 207.1, rest: 0.3 },
      { action: 'all', net: 232.75, rest: 0 },
    ];
    expect(state).toMatchObject({ computed: { asks: 'desk', held: 0.5 }, decisions, live: { net: 190 } });
    expect((await sale.decide('all')).status).toBe(201);
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2.5 232.75');
    expect(await sale.state()).toMatchObject({ decisions: [] });
  });
});

describe('an address whose former customer is still awaited', () => {
  /** Returns a sale whose address another customer had before, for this amount; it is watched for days. */
  async function anInheritedSale(amount: string) {
    const sale = await aSale();
    const formerSeller = await aSeller(app, testbed.database.pool);
    await rows(
      `insert into address_leases (address_id, quote_id, user_id, reference, crypto_id, amount, value_usd, rate,
         expires_at, watched_until, leased_at, ended_at)
       select address_id, gen_random_uuid(), $2, 'LF-FORMER', 'litecoin', $3, 200, 100, now() - interval '3 days',
         now() + interval '9 days', now() - interval '4 days', now() - interval '3 days'
       from address_leases l join deposit_addresses a on a.id = l.address_id where a.address = $1`,
      [sale.address, formerSeller.id, amount],
    );
    return sale;
  }

  test('pays the present customer nothing unless the coins equal the sale exactly', async () => {
    const sale = await anInheritedSale('0.05');
    await sale.arrives('0.0497');
    await expect.poll(sale.settled, wait).toBe('question');
    expect(await sale.shown()).toMatchObject({ state: 'question', choices: [], offer: null });
    expect(await outcomeOf(sale.choose({ choice: 'take' }))).toContain('choice_unavailable');
  });

  test('pays the present customer for the exact amount, and holds other coins', async () => {
    const sale = await anInheritedSale('0.05');
    await sale.arrives('2');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
    await sale.arrives('0.0498');
    await expect.poll(sale.settled, wait).toBe('confirmed exact 2 190');
  });
});
