import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '#tests/factories/book-violations.ts';
import { openWalks, whereMoneyIs } from '#tests/factories/book-walk.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { testJwtSecret } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { callerOf } from '#tests/setup/platform.ts';
import { aDataDir, npmStart, Program } from '#tests/setup/program.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, database, row, rows } = testbed;
const { reviewer, payer, aSale, batchOf, release } = openWalks(testbed);
const wait = { timeout: 30_000 };

/** Another process of the product on this database, which can be killed. */
async function aProcess() {
  const { path: DATA_DIR, remove } = await aDataDir();
  const settings = { DATABASE_URL: database.url, ENCRYPTION_KEY: testEncryptionKey, JWT_SECRET: testJwtSecret };
  const program = new Program({ DATA_DIR, ...settings }, npmStart);
  const { url } = await program.ready();
  return { program, remove, call: callerOf(url) };
}

const held = 4711;
beforeAll(async () => {
  await rows(`create function hold_money() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${held}); return null; end $$`);
});
afterAll(() => rows('drop function hold_money cascade'));

type Sale = Awaited<ReturnType<typeof aSale>>;
type Call = { method: string; path: string; json: object; member: { token: string } };

/** Each step of the life of a sale whose coins came, in its order, and whether it was taken. */
const steps: Record<string, (sale: Sale) => Promise<Call>> = {
  'put into a batch': async ({ approved }) => {
    const json = { accountId: null, payoutIds: [await approved()] };
    return { method: 'POST', path: 'payout-batches', json, member: reviewer };
  },
  'handed to the bank': async ({ approved }) => {
    const batch = await batchOf(await approved());
    expect((await release(batch)).status).toBe(200);
    return { method: 'POST', path: `payout-batches/${String(batch.id)}/sent`, json: {}, member: payer };
  },
  rejected: async ({ id }) => {
    const json = { status: 'rejected', adminNotes: 'Not theirs.' };
    return { method: 'PUT', path: `transactions/${id}/status`, json, member: reviewer };
  },
  'sent back': async ({ id, reject }) => {
    await reject();
    const json = { orderId: id, amount: 2, reason: 'Not theirs.' };
    return { method: 'POST', path: 'refunds', json, member: reviewer };
  },
};

test.each(Object.entries(steps))(
  'a sale is %s whole or not at all where the product is killed',
  async (_name, prepare) => {
    const [sale, { program, remove, call }] = await Promise.all([aSale(), aProcess()]);
    const { method, path, json, member } = await prepare(sale);
    const about = () => row('select status, stage, version from orders where id = $1', [sale.id]);
    const where = async () => [await whereMoneyIs(testbed, sale.id), await about()];
    const before = await where();
    const send = async (by: typeof call) =>
      by(method, `/api/admin/${path}`, { token: member.token, headers: await steppedUp(app.deps, member.token), json });
    const holder = await database.pool.connect();
    // All of it but the last balances is written when the process is killed.
    await rows(`create trigger hold_money after insert on book_lines execute function hold_money()`);
    try {
      await holder.query(`select pg_advisory_lock(${held})`);
      const answer = send(call).catch(() => 'cut off');
      const waiting = `select pid from pg_locks where locktype = 'advisory' and objid = ${held} and not granted`;
      await expect.poll(() => rows(waiting), wait).toHaveLength(1);
      await program.end('SIGKILL');
      expect(await answer).toBe('cut off');
      await holder.query(`select pg_advisory_unlock(${held})`);
      await expect.poll(() => rows(waiting), wait).toEqual([]);
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
      await program.end('SIGKILL');
      await remove();
      await rows('drop trigger hold_money on book_lines');
    }
    await expect.poll(where, wait).toEqual(before);
    expect((await send(app.call)).status).toBeLessThan(300);
    expect(await where()).not.toEqual(before);
    expect([...(await violationsOf(testbed, [sale.id])), ...(await otherStages(testbed, [sale.id]))]).toEqual([]);
  },
  120_000,
);
