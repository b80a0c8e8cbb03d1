import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { signedIn } from '#tests/factories/accounts.ts';
import { decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aProof, aQuote, aSeller, orderOf, plainOrder, someBitcoin, submit, worldOf } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
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

const count = async (from: string) =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${from}`)).rows[0]?.n);

describe('one mailbox has one limit without an identity check', () => {
  const accountWith = async (email: string) => {
    const seller = await aSeller(app, database.pool, { kyc: 'none' });
    await database.pool.query('update users set email = $2 where id = $1', [seller.id, email]);
    return seller;
  };
  const sale = () => plainOrder({ amount: 0.02, valueUsd: 743.76 });

  test.each([
    ['two plus-addresses', 'grace+1@example.com', 'grace+2@example.com'],
    ['dots in an address of Gmail', 'g.hopper@gmail.com', 'gh.opper+cash@googlemail.com'],
  ])('however it is spelt: of two sales at once by %s only one fits', async (_how, first, second) => {
    const sellers = [await accountWith(first), await accountWith(second)];
    const answers = await Promise.all(sellers.map((seller) => submit(app, seller, sale())));
    expect(new Set(answers.map(({ status, body }) => body.code ?? status))).toEqual(new Set([201, 'kyc_required']));
  });

  test('and dots elsewhere, or another mailbox, are other people', async () => {
    const sellers = [await accountWith('g.ray@example.com'), await accountWith('gray@example.com')];
    const answers = await Promise.all(sellers.map((seller) => submit(app, seller, sale())));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('once is once', () => {
  test('a quote serves one order, however many try at the same moment', async () => {
    const quote = await aQuote(app, ada);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submit(app, ada, orderOf(quote), { key: randomUUID() })),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    // A busy machine answers some with a retry; no other call gets the quote.
    expect(codes.filter((code) => ![201, 'quote_used', 'unavailable'].includes(code))).toEqual([]);
    expect(await count(`orders where quote_id = '${quote.quoteId}'`)).toBe(1);
    expect(await count(`files f join orders t on t.id = f.order_id where t.quote_id = '${quote.quoteId}'`)).toBe(1);
  }, 60_000);

  test('ten equal requests with one key make one order and ten equal answers', async () => {
    const [key, proof] = [randomUUID(), aProof()];
    const before = await world();
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(app, ada, plainOrder(), { key, proof })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const after = await world();
    expect([
      (after.orders ?? 0) - (before.orders ?? 0),
      (after.files ?? 0) - (before.files ?? 0),
      after.bytes - before.bytes,
    ]).toEqual([1, 1, 1]);
    expect(await submit(app, ada, plainOrder(), { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
  });

  test('without a key the same coin, amount and proof within a minute mean the same order', async () => {
    const proof = aProof();
    const before = await world();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(app, ada, plainOrder(), { proof })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    const after = await world();
    expect([(after.orders ?? 0) - (before.orders ?? 0), after.bytes - before.bytes]).toEqual([1, 1]);
    minutesLater(2);
    expect((await submit(app, ada, plainOrder(), { proof })).body.id).not.toBe(answers[0]?.body.id);
  });

  test('a transaction hash serves one live order of its coin, in any spelling', async () => {
    const hash = 'fe'.repeat(32);
    const answers = await Promise.all(
      [hash, hash.toUpperCase(), ` ${hash} `].map((transactionHash) =>
        submit(app, ada, plainOrder({ transactionHash })),
      ),
    );
    expect(answers.map(({ body, status }) => body.code ?? String(status)).toSorted()).toEqual([
      '201',
      'hash_used',
      'hash_used',
    ]);
  });
});

describe('the limit without a verified identity', () => {
  test('of fifty orders at the same moment exactly those that fit are taken, and an approval lifts it at once', async () => {
    const eve = await aSeller(app, database.pool, { kyc: 'none' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(app, eve, plainOrder())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    // Beyond thirty uploads the server answers "in a moment"; no other call exceeds the limit.
    const others = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code ?? '');
    expect(others.filter((code) => !['kyc_required', 'unavailable'].includes(code))).toEqual([]);
    expect(await count(`orders where user_id = '${eve.id}'`)).toBe(2);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'kyc_required',
      limitUsd: 1000,
      usedUsd: 782.9,
      leftUsd: 217.1,
    });
    const allowance = await app.call('GET', '/api/sell-allowance', { token: eve.token });
    expect(allowance.body).toEqual({ kycApproved: false, limitUsd: 1000, usedUsd: 782.9, leftUsd: 217.1, days: 30 });
    expect(await app.call('POST', '/api/sell-quotes', { token: eve.token, json: someBitcoin })).toMatchObject({
      status: 403,
    });

    await submitDocuments(app, eve);
    expect((await submit(app, eve, plainOrder())).status).toBe(403);
    const admin = await signedIn(app.call, adminEmail, adminPassword);
    await decide(app, admin, (await requestOf(app, admin, eve)).id);
    expect((await app.call('GET', '/api/sell-allowance', { token: eve.token })).body).toMatchObject({
      kycApproved: true,
      leftUsd: null,
    });
    expect((await submit(app, eve, plainOrder())).status).toBe(201);
  }, 60_000);

  test('what was rejected, and what is older than thirty days, does not count', async () => {
    const eve = await aSeller(app, database.pool, { kyc: 'none' });
    const item = await submit(app, eve, plainOrder({ amount: 0.02, valueUsd: 743.76 }));
    expect((await submit(app, eve, plainOrder())).status).toBe(403);
    await database.pool.query(`update orders set status = 'failed', version = 2, decided_at = now() where id = $1`, [
      item.body.id,
    ]);
    await submit(app, eve, plainOrder({ amount: 0.02, valueUsd: 743.76 }));
    expect((await submit(app, eve, plainOrder())).status).toBe(403);
    minutesLater(31 * 24 * 60);
    expect((await submit(app, eve, plainOrder())).status).toBe(201);
  });
});
