import { expect, test, vi } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { decide, kycWorld, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

const someone = () => aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });

/** Runs the action while this user is being deleted: it begins before the deletion ends and waits for it. */
async function duringDeletion<Answer>(userId: string, action: () => Promise<Answer>): Promise<Answer> {
  const deletion = await testbed.database.pool.connect();
  try {
    await deletion.query('begin');
    await deletion.query('select 1 from users where id = $1 for update', [userId]);
    const answer = action();
    await vi.waitFor(
      async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(await testbed.rows(waiting)).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    await deletion.query(`delete from kyc_requests where user_id = $1 and status = 'pending'`, [userId]);
    await deletion.query(`update users set status = 'deleted', email = null where id = $1`, [userId]);
    await deletion.query('commit');
    return await answer;
  } finally {
    deletion.release();
  }
}

test('documents that arrive while their owner is being deleted are not kept', async () => {
  const bob = await someone();
  const before = await kycWorld(testbed.app, testbed.database.pool);
  expect((await duringDeletion(bob.id, () => submitDocuments(testbed.app, bob))).status).toBe(404);
  expect(await kycWorld(testbed.app, testbed.database.pool)).toEqual(before);
});

test('a decision about somebody who is being deleted is refused, and neither waits for the other for ever', async () => {
  const bob = await someone();
  await submitDocuments(testbed.app, bob);
  const { id } = await requestOf(testbed.app, admin.token, bob);
  expect((await duringDeletion(bob.id, () => decide(testbed.app, admin.token, id))).status).toBe(404);
  expect(await testbed.rows('select 1 from kyc_requests where user_id = $1', [bob.id])).toEqual([]);
  expect(await testbed.rows('select kyc_status from users where id = $1', [bob.id])).toEqual([
    { kyc_status: 'pending' },
  ]);
});
