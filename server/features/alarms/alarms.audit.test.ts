import { expect, test } from 'vitest';
import { newestCheckpoint } from '#server/features/audit/audit.verification.service.ts';
import { adminEmail, startTestApp } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { mailAuditHead, raiseCutLogAlarm } from './alarms.service.ts';

const { database, app, mailbox } = openTestbed();

const mails = async (template: string) => (await mailbox.to(adminEmail)).filter((mail) => mail.template === template);

test('the administrator hears of a cut log once, however many processes notice it', async () => {
  const head = { seq: '77', hash: 'cd'.repeat(32) };
  const other = await startTestApp(database);
  for (const { deps } of [app, other, app]) await raiseCutLogAlarm(deps, head);
  expect((await mails('audit_cut')).map(({ data }) => data)).toEqual([head]);
  await other.stop();
});

test('once a week the administrator gets the end of the log by mail, out of reach of whoever cuts it', async () => {
  await expect.poll(() => newestCheckpoint(database.db), { timeout: 30_000 }).toBeDefined();
  await mailAuditHead(app.deps);
  const [mail] = await mails('audit_head');
  const { seq, hash } = (mail?.data ?? {}) as { seq: string; hash: string };
  expect(seq).toMatch(/^\d+$/);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
