import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import { overviewOf } from '#server/features/overview/overview.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const wait = { timeout: 20_000 };
const read = async (path: string) => (await testbed.app.call('GET', path, { token })).body;
const listed = async (verdict: string) =>
  ((await read(`/api/admin/transactions?verdict=${verdict}`)) as unknown as { id: string }[]).map(({ id }) => id);

test('a reviewer sees the colour of each open sale and lists those of one colour, as the chain has it now', async () => {
  const { pay, mine } = litecoinOf(testbed);
  const byHand = await anOrder(testbed.app.deps, await aUser(testbed.database.pool));
  const [paid, unpaid] = [await aLitecoinSale(testbed), await aLitecoinSale(testbed)];
  await expect.poll(() => listed('red'), wait).toEqual([unpaid.id, paid.id]);
  pay(paid.address, '0.5');
  await expect.poll(() => listed('amber'), wait).toEqual([paid.id]);
  mine(6);
  await expect.poll(() => listed('pale'), wait).toEqual([paid.id]);
  expect(await listed('red')).toEqual([unpaid.id]);
  expect(await read('/api/admin/verdicts')).toEqual([
    { id: paid.id, level: 'pale' },
    { id: unpaid.id, level: 'red' },
  ]);
  expect((await testbed.app.call('GET', '/api/admin/transactions?verdict=blue', { token })).status).toBe(400);
  expect(await listed('grey')).not.toContain(byHand);
}, 60_000);

test('the overview names a chain whose source has not answered, with all that is known of it', async () => {
  const { deps } = testbed.app;
  // No process of this test follows Bitcoin, so what is stored of it stays.
  const source = { ...simulatedChain({ chain: 'bitcoin', now: deps.now }), name: 'node.example' };
  await testbed.rows(
    `insert into chain_cursors (chain, source, height, hash, tip_height, tip_at, ok_at, last_error)
     values ('bitcoin', 'node.example', 900, 'aa', 904, now(), now() - interval '6 minutes', 'it does not answer')`,
  );
  const chainReaders = new Map([['bitcoin', { source }] as const]);
  const { needs } = await overviewOf({ ...deps, chainReaders }, { userId: randomUUID(), may: [] }, 7);
  expect(needs.chains).toMatchObject([
    { chain: 'bitcoin', source: 'node.example', height: 900, behind: 4, lastError: 'it does not answer', ok: false },
  ]);
  await testbed.rows(`update chain_cursors set ok_at = now(), last_error = null where chain = 'bitcoin'`);
  expect((await overviewOf({ ...deps, chainReaders }, { userId: randomUUID(), may: [] }, 7)).needs.chains).toEqual([]);
});

test('a second source that does not answer confirms nothing', async () => {
  const reader = testbed.app.deps.chainReaders.get('litecoin');
  if (!reader) throw new Error('The simulated chain is switched off.');
  const { id, address } = await aLitecoinSale(testbed);
  const judged = async (sale: string) => {
    const { level, findings } = verdictView.parse(await read(`/api/admin/transactions/${sale}/verdict`));
    return [level, ...findings.map(({ code }) => code)];
  };
  const { pay, mine } = litecoinOf(testbed);
  const away = async () => {
    throw new FeedError('it does not answer');
  };
  Object.assign(reader, { witness: { ...reader.source, name: 'second.example', blockHash: away } });
  pay(address, '0.5');
  mine(6);
  await expect.poll(() => judged(id), wait).toEqual(['amber', 'unconfirmed']);
  expect(await read('/api/admin/chains')).toMatchObject([{ ok: false }]);
  Object.assign(reader, { witness: { ...reader.source, name: 'second.example' } });
  await expect.poll(() => judged(id), wait).toEqual(['pale', 'fits_shared']);
  Object.assign(reader, { witness: undefined });
}, 60_000);
