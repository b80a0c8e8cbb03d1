import { beforeAll, expect, test } from 'vitest';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { overviewView } from '#shared/overview/overview.contract.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

test('the administrator is told when the chain takes back a deposit that was paid for', async () => {
  const { app, rows } = testbed;
  const { id, address } = await aLitecoinSale(testbed);
  const { pay, mine, reorganise } = litecoinOf(testbed);
  const level = async () =>
    verdictView.parse((await app.call('GET', `/api/admin/transactions/${id}/verdict`, { token })).body).level;
  const reorganisedItems = async () =>
    overviewView.parse((await app.call('GET', '/api/admin/overview', { token })).body).needs.reorganised;
  const txHash = pay(address, '0.5');
  mine(1);
  const wait = { timeout: 15_000 };
  await expect.poll(level, wait).toBe('amber');
  const approved = { status: 'completed', adminNotes: 'Paid', adminTransactionId: 'WIRE-1', reason: 'A regular.' };
  expect((await review(testbed, token, id, approved)).status).toBe(200);
  expect(await reorganisedItems()).toEqual([]);
  reorganise(1, { drop: true });
  await expect.poll(level, wait).toBe('red');
  const [{ reference } = {}] = await rows('select reference from orders where id = $1', [id]);
  expect(await reorganisedItems()).toEqual([{ id, reference }]);
  expect(await rows(`select subject_id, details from audit_log where action = 'deposit.reorganised'`)).toEqual([
    { subject_id: id, details: { chain: 'litecoin', txHash, state: 'included' } },
  ]);
  expect(await rows(`select id from outbox where template = 'deposit_alarm'`)).toHaveLength(1);
}, 60_000);
