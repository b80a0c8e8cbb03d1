import { expect, test } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { sendMail, sendMails } from './mail.service.ts';

const database = openDatabase();
const to = { userId: null, email: 'ada@example.com', language: 'en' };
const data = { firstName: 'Ada' };

test('a code is sent before a notice about an account, and that before a mail to many', async () => {
  await inTx(database, async (tx) => {
    await sendMails(tx, 'email_changed', [{ to, data }], { by: 'many', seconds: 0, isBulk: true });
    await sendMail(tx, { template: 'password_changed', data, to });
    await sendMail(tx, { template: 'verification_code', data: { code: '493817', minutes: 10 }, to, isUrgent: true });
  });
  const queued = await database.rows(`select template from graphile_worker._private_jobs job
    join outbox on outbox.id::text = job.payload->>'id' order by job.priority, job.id`);
  expect(queued.map(({ template }) => template)).toEqual(['verification_code', 'password_changed', 'email_changed']);
});
