import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import type { ChainSource } from '#server/adapters/chains/chain.ts';
import { overviewOf } from '#server/features/overview/overview.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { findingCodes } from '#shared/deposits/verdict.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { verdictLevels } from '#shared/orders/orders.verdict-levels.ts';
import { overviewView } from '#shared/overview/overview.contract.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_ETHEREUM: 'simulated' });
const { read, verdictOf, sees, approve, name } = depositReviews(testbed);
const wait = { timeout: 30_000 };

test('a reviewer sees the present verdict on each open sale, and filters by it', async () => {
  const { pay, mine } = litecoinOf(testbed);
  const manualOrder = await anOrder(testbed.app.deps, await aUser(testbed.database.pool));
  const paidSale = await aLitecoinSale(testbed);
  const unpaidSale = await aLitecoinSale(testbed);
  const ownRowsOf = async (path: string) => {
    const rows = (await read(path)) as unknown as { id: string; level?: string }[];
    return rows.filter(({ id }) => [paidSale.id, unpaidSale.id, manualOrder].includes(id));
  };
  const listSales = async (verdict: string) => (await ownRowsOf(`transactions?verdict=${verdict}`)).map(({ id }) => id);
  await expect.poll(() => listSales('red'), wait).toEqual([unpaidSale.id, paidSale.id]);
  pay(paidSale.address, '0.5');
  await expect.poll(() => listSales('amber'), wait).toEqual([paidSale.id]);
  mine(6);
  await expect.poll(() => listSales('pale'), wait).toEqual([paidSale.id]);
  expect(await listSales('red')).toEqual([unpaidSale.id]);
  expect(await ownRowsOf('verdicts')).toEqual([
    { id: paidSale.id, level: 'pale' },
    { id: unpaidSale.id, level: 'red' },
  ]);
  const shortSale = await aNamedSale((to) => pay(to, '0.3'));
  const ofShort = async (verdict: string) =>
    (await read(`transactions?verdict=${verdict}`)) as unknown as { id: string }[];
  await expect.poll(() => ofShort('short'), wait).toMatchObject([{ id: shortSale.id }]);
  expect((await ofShort('red')).map(({ id }) => id)).not.toContain(shortSale.id);
  expect(await read('transactions?verdict=blue')).toMatchObject({ code: 'invalid_input' });
  expect(await listSales('grey')).not.toContain(manualOrder);
});

/** A sale of half a Litecoin whose customer names the transfer to its address. */
async function aNamedSale(send = (to: string) => litecoinOf(testbed).pay(to, '0.5')) {
  const seller = await aSeller(testbed.app, testbed.database.pool);
  const { id, address } = await aLitecoinSale(testbed, { userId: seller.id });
  const transactionHash = send(address);
  litecoinOf(testbed).mine(6);
  await name(id, seller, transactionHash);
  return { id, address, transactionHash };
}
const half = (to: string) => [{ to, coinId: 'litecoin', amount: unnamedAmount('coin', '0.5') }];
const send = (to: string, how: object) => litecoinOf(testbed).source.controls?.pay(half(to), how) ?? '';

test.each<[string, (to: string) => string, string]>([
  ['more than was agreed', (to) => litecoinOf(testbed).pay(to, '0.8'), 'amber over'],
  ['a transaction that failed', (to) => send(to, { failed: true }), 'red failed'],
  ['coins that a contract moved', (to) => send(to, { byContract: true }), 'amber contract_moved'],
])('a reviewer reads the finding %s', async (_what, pays, expected) => {
  const { id } = await aNamedSale(pays);
  await expect.poll(() => verdictOf(id), wait).toBe(expected);
});

test('a transfer that proves the sale of another customer is red for each other sale', async () => {
  const { id, address, transactionHash } = await aNamedSale();
  await sees(id, 'pale fits_shared');
  expect(await outcome(approve(id))).toBe('200');
  const eve = await aSeller(testbed.app, testbed.database.pool);
  const copiedSale = await aLitecoinSale(testbed, { address, userId: eve.id });
  await testbed.rows('update orders set transaction_hash = $2 where id = $1', [copiedSale.id, transactionHash]);
  expect(await verdictOf(copiedSale.id)).toBe('red belongs_elsewhere');
});

/** Gives the reader of the chain a second source for a while: the first one with these changes. */
async function withSecondSource(changes: Partial<ChainSource>, work: () => Promise<void>): Promise<void> {
  const { reader, source } = litecoinOf(testbed);
  Object.assign(reader, { witness: { ...source, name: 'second.example', ...changes } });
  await work().finally(() => Object.assign(reader, { witness: undefined }));
}

test('a second source that does not answer confirms nothing', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const { pay, mine } = litecoinOf(testbed);
  pay(address, '0.5');
  mine(6);
  await withSecondSource({ blockHash: () => Promise.reject(new FeedError('it does not answer')) }, async () => {
    await sees(id, 'amber unconfirmed');
    expect(await read('chains')).toContainEqual(expect.objectContaining({ chain: 'litecoin', ok: false }));
  });
  await withSecondSource({}, async () => sees(id, 'pale fits_shared'));
});

test('two sources with different blocks are red, and approving needs a reason', async () => {
  await withSecondSource({ blockHash: async () => 'f'.repeat(64) }, async () => {
    const { id } = await aNamedSale();
    await sees(id, 'red sources_disagree');
    expect(await outcome(approve(id))).toBe('409 verdict_needs_reason');
  });
});

test('each finding and level is tested through the API', () => {
  const othersCodes =
    'matches fits_shared not_final short other_token before_quote not_found by_hand node_away two_fit';
  const rareCodes = 'quote_fits approved_fits contested unconfirmed';
  const codesHere = 'over failed contract_moved belongs_elsewhere sources_disagree node_differs';
  expect([othersCodes, rareCodes, codesHere].join(' ').split(' ').toSorted()).toEqual([...findingCodes].toSorted());
  expect([...verdictLevels].toSorted()).toEqual(['amber', 'green', 'grey', 'pale', 'red']);
});

test('the administrator gets a notice when a reorganisation removes a paid deposit', async () => {
  const { rows } = testbed;
  const { id, address } = await aLitecoinSale(testbed);
  const { pay, mine, reorganise } = litecoinOf(testbed);
  const reorganisedItems = async () => overviewView.parse(await read('overview')).needs.reorganised;
  const txHash = pay(address, '0.5');
  mine(1);
  await sees(id, 'amber not_final');
  expect(await outcome(approve(id, { reason: 'A regular.' }))).toBe('200');
  expect(await reorganisedItems()).toEqual([]);
  reorganise(1, { drop: true });
  await expect.poll(() => verdictOf(id), wait).toMatch(/^red/);
  const [{ reference } = {}] = await rows('select reference from orders where id = $1', [id]);
  expect(await reorganisedItems()).toEqual([{ id, reference }]);
  expect(await rows(`select subject_id, details from audit_log where action = 'deposit.reorganised'`)).toEqual([
    { subject_id: id, details: { chain: 'litecoin', txHash, state: 'included' } },
  ]);
  expect(await rows(`select id from outbox where template = 'deposit_alarm'`)).toHaveLength(1);
});

test('the overview names a chain whose source has not answered, with its state', async () => {
  const { deps } = testbed.app;
  // No process of this test follows Bitcoin, so its stored state stays.
  const source = { ...simulatedChain({ chain: 'bitcoin', now: deps.now }), name: 'node.example' };
  await testbed.rows(
    `insert into chain_cursors (chain, source, height, hash, tip_height, tip_at, ok_at, last_error)
     values ('bitcoin', 'node.example', 900, 'aa', 904, now(), now() - interval '6 minutes', 'it does not answer')`,
  );
  const chainReaders = new Map([['bitcoin', { source }] as const]);
  const chains = async () =>
    (await overviewOf({ ...deps, chainReaders }, { userId: randomUUID(), may: [] }, 7)).needs.chains;
  expect(await chains()).toMatchObject([
    { chain: 'bitcoin', source: 'node.example', height: 900, behind: 4, lastError: 'it does not answer', ok: false },
  ]);
  await testbed.rows(`update chain_cursors set ok_at = now(), last_error = null where chain = 'bitcoin'`);
  expect(await chains()).toEqual([]);
});

test('a payment to the customers’ address is stored by the running product', async () => {
  const { rows } = testbed;
  const [wallet] = await rows(`select address from deposit_wallets where crypto_id = 'litecoin' and is_active`);
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(String(wallet?.address), '1.5');
  const storedTransfer = () => rows('select amount::float8, state from chain_transfers where tx_hash = $1', [hash]);
  await expect.poll(storedTransfer, wait).toEqual([{ amount: 1.5, state: 'seen' }]);
  mine(6);
  await expect.poll(storedTransfer, wait).toEqual([{ amount: 1.5, state: 'final' }]);
  const cursorQuery = `select chain, last_error from chain_cursors where chain in ('litecoin', 'ethereum') order by chain`;
  expect(await rows(cursorQuery)).toEqual(['ethereum', 'litecoin'].map((chain) => ({ chain, last_error: null })));
});

test('a reviewer sees a transfer after the first reading that starts once the source has it', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const { pay, mine, source } = litecoinOf(testbed);
  // Each reading of the chain begins with its mempool, and is stored before the next one begins.
  const readings = vi.spyOn(source as Required<ChainSource>, 'pending');
  const readAfter = async (change: () => unknown) => {
    change();
    const readCount = readings.mock.calls.length;
    await expect.poll(() => readings.mock.calls.length, wait).toBeGreaterThanOrEqual(readCount + 2);
    return verdictOf(id);
  };
  expect(await readAfter(() => pay(address, '0.5'))).toBe('amber not_final');
  expect(await readAfter(() => mine(6))).toBe('pale fits_shared');
  readings.mockRestore();
}, 120_000);
