import { expect, test } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { sendMail } from './mail.service.ts';

const database = openDatabase();

const to = { userId: null, email: 'ada@example.com', language: 'en' };
const waiting = async () => ({
  mails: (await database.pool.query('select template, recipient, data from outbox')).rows as object[],
  jobs: (await database.pool.query('select task_identifier, priority from graphile_worker.jobs')).rows as object[],
});

test('a mail is promised only if the action it tells of is stored', async () => {
  const change = inTx(database, async (tx) => {
    await sendMail(tx, { template: 'verification_code', to, data: { code: '123456', minutes: 10 } });
    throw new Error('the deed failed');
  });
  await expect(change).rejects.toThrow('the deed failed');
  expect(await waiting()).toEqual({ mails: [], jobs: [] });

  await inTx(database, (tx) =>
    sendMail(tx, { template: 'verification_code', to, data: { code: '123456', minutes: 10 } }),
  );
  expect(await waiting()).toEqual({
    mails: [{ template: 'verification_code', recipient: to.email, data: { code: '123456', minutes: 10 } }],
    jobs: [{ task_identifier: 'mail.deliver', priority: 10 }],
  });
});

test('codes and links go before every notice', async () => {
  await database.pool.query('delete from graphile_worker._private_jobs');
  await inTx(database, async (tx) => {
    await sendMail(tx, { template: 'password_changed', to, data: { firstName: 'Ada' } });
    await sendMail(tx, { template: 'verification_code', isUrgent: true, to, data: { code: '123456', minutes: 10 } });
  });
  const { jobs } = await waiting();
  expect(jobs.map((job) => (job as { priority: number }).priority)).toEqual([10, 9]);
});
