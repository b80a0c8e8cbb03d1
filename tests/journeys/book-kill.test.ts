import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '#tests/factories/book-violations.ts';
import { openWalks, whereMoneyIs } from '#tests/factories/book-walk.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { aStray } from '#tests/factories/own-sales.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { testJwtSecret } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { callerOf } from '#tests/setup/platform.ts';
import { aDataDir, Program } from '#tests/setup/program.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, database, row, rows } = testbed;
const { reviewer, payer, aSale, aSharedSale, batchOf, release, send } = openWalks(testbed);
const wait = { timeout: 90_000 };

/** The application name in the connections of a process that will be killed. */
const doomedName = 'doomed';

/** Another process of the product on this database, which can be killed. */
async function aProcess() {
  const { path: DATA_DIR, remove } = await aDataDir();
  const url = new URL(database.url);
  url.searchParams.set('application_name', doomedName);
  const settings = { DATABASE_URL: url.href, ENCRYPTION_KEY: testEncryptionKey, JWT_SECRET: testJwtSecret };
  const program = new Program({ DATA_DIR, ...settings });
  const ready = await program.ready();
  const kill = async () => {
    await program.end('SIGKILL');
    await remove();
  };
  /** The database ends a running query before it notices that its client is gone. */
  const processGone = async () => {
    const doomedProcesses = `select pid from pg_stat_activity where application_name = '${doomedName}'`;
    await expect.poll(() => rows(doomedProcesses), wait).toEqual([]);
  };
  return { kill, gone: processGone, call: callerOf(ready.url) };
}

const lockId = 4711;
beforeAll(async () => {
  await rows(`create function hold_money() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${lockId}); return null; end $$`);
});
afterAll(() => rows('drop function hold_money cascade'));

/** A call that moves the money of an order. */
type Step = { id: string; method: string; path: string; json: object; member: { token: string } };
const post = (id: string, path: string, json: object, member = reviewer): Step => {
  return { id, method: 'POST', path, json, member };
};

/** Each step of the life of a sale, prepared but not taken. */
const steps: Record<string, () => Promise<Step>> = {
  assigned: async () => {
    const { id } = await aSharedSale();
    const transfer = await aStray(testbed, { amount: '2' });
    return post(id, `unmatched/${transfer.id}/assign`, { orderId: id, reason: 'It is theirs.' });
  },
  'settled up to the cap': async () => {
    const { id } = await aSale(['2.5'], 'question');
    const { version } = await row('select version from orders where id = $1', [id]);
    return post(id, `transactions/${id}/settlement`, { action: 'cap', reason: 'Seen.', version });
  },
  approved: async () => {
    const { id } = await aSharedSale();
    return post(id, `transactions/${id}/payout`, { reason: 'I saw it.' });
  },
  'put into a batch': async () => {
    const { id, approved } = await aSale();
    return post(id, 'payout-batches', { accountId: null, payoutIds: [await approved()] });
  },
  'handed to the bank': async () => {
    const { id, approved } = await aSale();
    const batch = await batchOf(await approved());
    expect((await release(batch)).status).toBe(200);
    return post(id, `payout-batches/${String(batch.id)}/sent`, {}, payer);
  },
  returned: async () => {
    const { id, approved } = await aSale();
    const payoutId = await approved();
    await send(payoutId);
    const json = { reason: 'account_closed', note: 'Closed.', askCustomer: false };
    return post(id, `payouts/${payoutId}/return`, json, payer);
  },
  rejected: async () => {
    const { id } = await aSale();
    const json = { status: 'rejected', adminNotes: 'Not theirs.' };
    return { ...post(id, `transactions/${id}/status`, json), method: 'PUT' };
  },
  'sent back': async () => {
    const { id, reject } = await aSale();
    await reject();
    return post(id, 'refunds', { orderId: id, amount: 2, reason: 'Not theirs.' });
  },
};

/** The accounts with money of a step's order, and its state. */
const placeOf = async ({ id }: Step) => [
  await whereMoneyIs(testbed, id),
  await row('select status, stage, version from orders where id = $1', [id]),
];
const allWhere = (takenSteps: readonly Step[]) => Promise.all(takenSteps.map(placeOf));
const sendBy = async (call: typeof app.call, { method, path, json, member }: Step) =>
  call(method, `/api/admin/${path}`, {
    token: member.token,
    headers: await steppedUp(app.deps, member.token),
    json,
  });

/** Takes steps that were rolled back, and compares every row of their orders with the book. */
async function expectWhole(takenSteps: readonly Step[]) {
  const ids = takenSteps.map(({ id }) => id);
  expect([...(await violationsOf(testbed, ids)), ...(await otherStages(testbed, ids))]).toEqual([]);
}

async function preparedSteps(): Promise<Step[]> {
  const readySteps: Step[] = [];
  for (const prepare of Object.values(steps)) readySteps.push(await prepare());
  return readySteps;
}

test('a step that is killed before it commits writes nothing', async () => {
  const [dueSteps, { kill, gone, call }] = await Promise.all([preparedSteps(), aProcess()]);
  const previousPlaces = await allWhere(dueSteps);
  const holder = await database.pool.connect();
  // Everything of a step but the last balances is written when the process is killed.
  await rows(`create trigger hold_money after insert on book_lines execute function hold_money()`);
  try {
    await holder.query(`select pg_advisory_lock(${lockId})`);
    const answers = dueSteps.map((step) => sendBy(call, step).catch(() => 'cut off'));
    const waitingLocks = `select pid from pg_locks where locktype = 'advisory' and objid = ${lockId} and not granted`;
    await expect.poll(() => rows(waitingLocks), wait).toHaveLength(dueSteps.length);
    await kill();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['cut off']));
    await holder.query(`select pg_advisory_unlock(${lockId})`);
    await gone();
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
    await kill();
    await rows('drop trigger hold_money on book_lines');
  }
  expect(await allWhere(dueSteps)).toEqual(previousPlaces);
  await expectWhole(dueSteps);
  for (const step of dueSteps) {
    const { status } = await sendBy(app.call, step);
    expect(`${step.path} ${status}`).toMatch(/ 20[01]$/);
  }
  for (const [at, now] of (await allWhere(dueSteps)).entries()) expect(now).not.toEqual(previousPlaces[at]);
  await expectWhole(dueSteps);
}, 180_000);

test('a step that is killed while it commits is written exactly once', async () => {
  const [dueSteps, { kill, gone, call }] = await Promise.all([preparedSteps(), aProcess()]);
  const previousPlaces = await allWhere(dueSteps);
  const changedSteps = async () => {
    const now = await allWhere(dueSteps);
    return dueSteps.filter((_, index) => JSON.stringify(now[index]) !== JSON.stringify(previousPlaces[index]));
  };
  const answers = dueSteps.map((step) => sendBy(call, step).catch(() => 'cut off'));
  try {
    await expect.poll(async () => (await changedSteps()).length, { ...wait, interval: 10 }).toBeGreaterThan(0);
  } finally {
    await kill();
  }
  await Promise.all(answers);
  await gone();
  await expectWhole(dueSteps);
  const doneSteps = await changedSteps();
  const placesAfter = await Promise.all(doneSteps.map(placeOf));
  // A second attempt takes the steps that were rolled back, and none twice.
  const refusedPaths: string[] = [];
  for (const step of dueSteps) {
    const { status } = await sendBy(app.call, step);
    if (!doneSteps.includes(step) && status >= 300) refusedPaths.push(step.path);
  }
  expect(refusedPaths).toEqual([]);
  expect(await Promise.all(doneSteps.map(placeOf))).toEqual(placesAfter);
  expect(await changedSteps()).toHaveLength(dueSteps.length);
  await expectWhole(dueSteps);
}, 180_000);
