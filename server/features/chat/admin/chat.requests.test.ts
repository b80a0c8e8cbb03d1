import { expect, test } from 'vitest';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { aCustomer } from '#tests/factories/accounts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { eraseChatPersonalData } from '../chat.service.ts';

const { database, app, mailbox } = openTestbed();

const ask = (number: number) =>
  app.call('POST', '/api/agent-request', { json: { email: `p${number}@example.com`, message: `question ${number}` } });
const digests = async () =>
  (await mailbox.to(settingsOf(app.deps).brand.supportEmail)).filter(
    ({ template }) => template === 'agent_request_notice',
  );

test('a flood of messages reaches the mailbox of support as one mail, and one digest ten minutes later', async () => {
  for (let number = 1; number <= 30; number += 1) expect((await ask(number)).status).toBe(201);
  expect((await digests()).map(({ data }) => data)).toEqual([{ from: 'p1@example.com', message: 'question 1' }]);
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where task_identifier = 'chat.mail-requests'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.seconds).toBeGreaterThan(500);
  await database.pool.query(`select graphile_worker.reschedule_jobs(array[id], run_at := now())
    from graphile_worker.jobs where task_identifier = 'chat.mail-requests'`);
  await expect.poll(async () => (await digests()).length, { timeout: 30_000 }).toBe(2);
  const [, digest] = await digests();
  const { message } = (digest?.data ?? {}) as { message: string };
  expect(message).toMatch(/^question 2\n\n[^]*\+ 9$/);
});

test('nothing a deleted customer once wrote as a visitor under their address is left', async () => {
  const { id, email } = await aCustomer(app.call, mailbox);
  await database.pool.query(
    `insert into chat_rooms (id, token_hash, visitor_email) values ('room_visitor', '\\x00', $1), ('room_other', '\\x01', 'x@example.com')`,
    [email.toUpperCase()],
  );
  await app.deps.inTx((tx) => eraseChatPersonalData(tx, { id, email }));
  const { rows } = await database.pool.query(`select id from chat_rooms where id like 'room_%'`);
  expect(rows).toEqual([{ id: 'room_other' }]);
});
