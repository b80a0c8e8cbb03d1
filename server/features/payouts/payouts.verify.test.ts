import { expect, test } from 'vitest';
import { openStatements } from '#tests/factories/statements.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { endRetention, verifyPayouts } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { sentPayout, imported } = openStatements(testbed);

test('a payout or a file that was edited in the database is an alarm, once', async () => {
  const [honest, edited, filed] = [await sentPayout('10.00'), await sentPayout('20.00'), await sentPayout('30.00')];
  const alarms = async () =>
    (await testbed.mailbox.to(testbed.app.deps.env.admin.email)).filter(({ template }) => template === 'order_alarm');
  await verifyPayouts(testbed.app.deps);
  expect(await alarms()).toEqual([]);
  await testbed.database.pool.query(`set session_replication_role = replica;
    update payout_attempts set details = jsonb_set(details, '{accountNumber}', '"DE00"') where payout_id = '${edited.id}';
    update payout_files set bytes = '\\x00' where batch_id = '${filed.batchId}';
    set session_replication_role = origin`);
  for (let round = 0; round < 2; round += 1) await verifyPayouts(testbed.app.deps);
  const references = (await alarms()).map(({ data }) => data.reference);
  expect(new Set(references)).toEqual(new Set([filed.batch, edited.reference]));
  expect(references).not.toContain(honest.reference);
});

test('what statements say of third persons is removed when the retention has ended', async () => {
  const { lines } = await imported(['1.00', 'out', 'To a person']);
  const text = () =>
    testbed.rows('select text, counterparty_account from statement_lines where id = $1', [lines[0]?.id]);
  await endRetention(testbed.app.deps);
  expect(await text()).toMatchObject([{ text: 'To a person' }]);
  await endRetention({ ...testbed.app.deps, now: () => new Date('2060-01-01') });
  expect(await text()).toEqual([{ text: '', counterparty_account: null }]);
  expect(await testbed.rows('select bytes from statements where bytes is not null')).toEqual([]);
});
