import { describe, expect, test } from 'vitest';
import { aColleague, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { codeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { database, rows } = testbed;
const support = fixture(() => aColleague(testbed, 'support'));
const { reviewer, payer, account, as, ok, aPayout, aBatch, release, markSent } = payoutCalls(testbed);
const tryBatch = (payoutIds: string[], member: { token: string } = reviewer) =>
  as(member, 'POST', 'payout-batches', { accountId: account.id, payoutIds });

describe('an attack on payouts', () => {
  test('by 100 members who make a batch at the same time pays each order once', async () => {
    const ids = [(await aPayout()).id, (await aPayout()).id];
    const attempts = Array.from({ length: 100 }, (_, index) => tryBatch(index % 2 ? ids.slice(0, 1) : ids));
    const refusals = (await Promise.all(attempts)).filter(({ status }) => status !== 201);
    expect(refusals.length).toBeLessThan(100);
    expect(new Set(refusals.map(({ body }) => body.code))).toEqual(new Set(['payouts_taken']));
    const live = await rows(
      `select count(*)::int as n from payout_attempts where payout_id = any($1) and state = 'open' group by payout_id`,
      [ids],
    );
    expect(live.every(({ n }) => n === 1)).toBe(true);
  });

  test('by a member who made the batch, or approved an order in it, releases nothing', async () => {
    expect((await setRules(testbed, { payoutRelease: true })).status).toBe(200);
    const owner = await theOwner(testbed);
    const { body: batch } = await tryBatch([(await aPayout()).id], owner);
    const seenBatch = await ok(owner, 'GET', `payout-batches/${String(batch.id)}`);
    const secondRule = { overUsd: null };
    expect(seenBatch).toMatchObject({ needsSecond: true, secondRule, mayRelease: false, whyNot: 'own_request' });
    expect(await codeOf(release(batch, owner))).toBe('own_request');
    expect((await release(batch)).body).toMatchObject({ state: 'released', needsSecond: true });
  });

  test('by many small payouts to one customer on one day needs two members', async () => {
    await setRules(testbed, { payoutOverUsd: 150 });
    const customer = await aUser(database.pool);
    const first = await aPayout(inEuro('90.00'), customer);
    const second = await aPayout(inEuro('90.00'), customer);
    const batch = await aBatch([first.id]);
    expect(batch).toMatchObject({ needsSecond: false, secondRule: null });
    await release(batch);
    expect(await aBatch([second.id])).toMatchObject({ needsSecond: true, secondRule: { overUsd: 150 } });
  });

  test('by a changed batch, payee or file in the database is not paid', async () => {
    const forge = async (table: string, change: string, id: unknown) => {
      await rows(`alter table ${table} disable trigger user`);
      await rows(`update ${table} set ${change} = $1`, [id]);
      await rows(`alter table ${table} enable trigger user`);
    };
    const thief = `'{"method":"bank","accountName":"Ada Obi","accountNumber":"GB82WEST12345698765432","bankName":"X"}'`;
    const item = await aPayout();
    const two = await aPayout();
    await forge('payouts', `details = ${thief} where id`, item.id);
    const tampered = { code: 'payee_blocked', params: { id: item.id, code: 'tampered' } };
    expect((await tryBatch([item.id])).body).toMatchObject(tampered);
    const batch = await aBatch([two.id]);
    await forge('payout_attempts', `details = ${thief} where payout_id`, two.id);
    expect(await codeOf(release(batch))).toBe('batch_changed');
    const validBatch = await aBatch([(await aPayout()).id]);
    await release(validBatch);
    await forge('payout_files', `bytes = bytes || '\\x20' where batch_id`, validBatch.id);
    expect(await codeOf(as(payer, 'GET', `payout-batches/${String(validBatch.id)}/file`))).toBe('file_changed');
    expect(await codeOf(markSent(validBatch))).toBe('file_changed');
  });

  test('by an impossible payee stops the batch', async () => {
    const invalidDetails = { ...inEuro().paymentDetails, accountNumber: 'DE89370400440532013001' };
    const { id } = await aPayout({ ...inEuro(), paymentDetails: invalidDetails });
    expect((await tryBatch([id])).body).toMatchObject({ code: 'payee_blocked', params: { id, code: 'checksum' } });
  });

  test('by an interrupted batch leaves its payouts due, without a batch and without a file', async () => {
    const payout = await aPayout();
    await rows(`alter table payout_files add constraint broken check (length(bytes) < 0) not valid`);
    expect((await tryBatch([payout.id])).status).toBe(500);
    await rows(`alter table payout_files drop constraint broken`);
    expect(await ok(payer, 'GET', `payouts/${payout.id}`)).toMatchObject({ state: 'due', attempts: [] });
    expect((await release(await aBatch([payout.id]))).status).toBe(200);
  });

  test('by a role reads no file as support, no release as a reviewer, and masked accounts', async () => {
    const batch = await aBatch([(await aPayout()).id]);
    const refusal = { code: 'not_permitted', params: { may: 'payouts.release' } };
    expect((await release(batch, reviewer)).body).toMatchObject(refusal);
    const path = `payout-batches/${String(batch.id)}`;
    expect((await as(support, 'GET', `${path}/file`)).status).toBe(403);
    const [line] = (await ok(support, 'GET', path)).lines as { payee: Body }[];
    expect(line?.payee.accountNumber).toBe('••••3 00');
    expect(await ok(support, 'GET', 'payouts?state=batched&q=0417')).toEqual([]);
  });
});
