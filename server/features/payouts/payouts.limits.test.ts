import { describe, expect, test } from 'vitest';
import { aColleague, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const support = fixture(() => aColleague(testbed, 'support'));
const { reviewer, payer, account, as, ok, aPayout, aBatch, release, codeOf } = payoutCalls(testbed);

describe('what must never happen', () => {
  test('100 members who make a batch at the same time pay each order once', async () => {
    const ids = [(await aPayout()).id, (await aPayout()).id];
    const json = { accountId: account.id, payoutIds: ids };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        testbed.app.call('POST', '/api/admin/payout-batches', {
          token: reviewer.token,
          json: at % 2 ? { ...json, payoutIds: ids.slice(0, 1) } : json,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const taken = answers.filter(({ status }) => status !== 201);
    expect(new Set(taken.map(({ body }) => body.code))).toEqual(new Set(['payouts_taken']));
    const live = await testbed.rows(
      `select count(*)::int as n from payout_attempts where payout_id = any($1) and state = 'open' group by payout_id`,
      [ids],
    );
    expect(live.every(({ n }) => n === 1)).toBe(true);
  }, 120_000);

  test('whoever made the batch, or approved one of its orders, does not release it where a rule asks for two', async () => {
    expect((await setRules(testbed, { payoutRelease: true })).status).toBe(200);
    const owner = await theOwner(testbed);
    const payout = await aPayout();
    const batch = await testbed.app.call('POST', '/api/admin/payout-batches', {
      ...owner,
      json: { accountId: account.id, payoutIds: [payout.id] },
    });
    const seen = await ok({ token: owner.token }, 'GET', `payout-batches/${String(batch.body.id)}`);
    expect(seen).toMatchObject({ needsSecond: true, mayRelease: false, whyNot: 'own_request' });
    expect(await codeOf(release(batch.body, owner))).toBe('own_request');
    expect((await release(batch.body)).body).toMatchObject({ state: 'released', needsSecond: true });
  });

  test('many small payouts to one customer on one day need two members together', async () => {
    await setRules(testbed, { payoutOverUsd: 150 });
    const customer = await aUser(testbed.database.pool);
    const [first, second] = [await aPayout(inEuro('90.00'), customer), await aPayout(inEuro('90.00'), customer)];
    expect(await aBatch([first.id])).toMatchObject({ needsSecond: false });
    const [{ id } = { id: '' }] = (await ok(reviewer, 'GET', 'payout-batches')) as unknown as { id: string }[];
    await release(await ok(reviewer, 'GET', `payout-batches/${id}`));
    expect(await aBatch([second.id])).toMatchObject({ needsSecond: true });
  });

  test('a batch, a payee or a file that was changed in the database is not paid', async () => {
    const [item, two] = [await aPayout(), await aPayout()];
    const forge = (sql: string, id: unknown) => testbed.rows(sql, [id]);
    const disabled = async (table: string, sql: string, id: unknown) => {
      await testbed.rows(`alter table ${table} disable trigger user`);
      await forge(sql, id);
      await testbed.rows(`alter table ${table} enable trigger user`);
    };
    const thief = `'{"method":"bank","accountName":"Ada Obi","accountNumber":"GB82WEST12345698765432","bankName":"X"}'`;
    await disabled('payouts', `update payouts set details = ${thief} where id = $1`, item.id);
    const blocked = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [item.id] });
    expect(blocked.body).toMatchObject({ code: 'payee_blocked', params: { id: item.id, code: 'tampered' } });
    const batch = await aBatch([two.id]);
    await disabled('payout_attempts', `update payout_attempts set details = ${thief} where payout_id = $1`, two.id);
    expect(await codeOf(release(batch))).toBe('batch_changed');
    const good = await aBatch([(await aPayout()).id]);
    await release(good);
    await disabled('payout_files', `update payout_files set bytes = bytes || '\\x20' where batch_id = $1`, good.id);
    expect(await codeOf(as(payer, 'GET', `payout-batches/${String(good.id)}/file`))).toBe('file_changed');
    expect(await codeOf(as(payer, 'POST', `payout-batches/${String(good.id)}/sent`, {}))).toBe('file_changed');
  });

  test('a payee that cannot be right stops the batch', async () => {
    const wrong = { ...inEuro().paymentDetails, accountNumber: 'DE89370400440532013001' };
    const payout = await aPayout({ ...inEuro(), paymentDetails: wrong });
    const { body } = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [payout.id] });
    expect(body).toMatchObject({ code: 'payee_blocked', params: { id: payout.id, code: 'checksum' } });
  });

  test('a release that fails halfway leaves the batch prepared and without a file', async () => {
    const batch = await aBatch([(await aPayout()).id]);
    await testbed.rows(`alter table payout_files add constraint broken check (length(bytes) < 0) not valid`);
    expect((await release(batch)).status).toBe(500);
    await testbed.rows(`alter table payout_files drop constraint broken`);
    expect(await ok(reviewer, 'GET', `payout-batches/${String(batch.id)}`)).toMatchObject({
      state: 'prepared',
      fileName: null,
    });
    expect((await release(batch)).status).toBe(200);
  });

  test('roles see what they need: no file for support, no release for a reviewer, account numbers masked', async () => {
    const payout = await aPayout();
    const batch = await aBatch([payout.id]);
    expect((await release(batch, reviewer)).body).toMatchObject({
      code: 'not_permitted',
      params: { may: 'payouts.release' },
    });
    expect((await as(support, 'GET', `payout-batches/${String(batch.id)}/file`)).status).toBe(403);
    const [line] = (await ok(support, 'GET', `payout-batches/${String(batch.id)}`)).lines as { payee: Body }[];
    expect(line?.payee.accountNumber).toBe('••••3 00');
    expect(await ok(support, 'GET', 'payouts?state=batched&q=0417')).toEqual([]);
  });
});
