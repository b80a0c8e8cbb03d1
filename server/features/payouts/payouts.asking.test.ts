import { expect, test } from 'vitest';
import type { MailMessage } from '#server/features/mail/mail.service.ts';
import { openStatements } from '#tests/factories/statements.ts';
import { outcome } from '#tests/setup/calls.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { mailbox, rows } = testbed;
const { payer, reviewer, ada, as, ok, sentPayout, payoutOf } = openStatements(testbed);

/** Moves the time at which the customer of a payout was asked for another account. */
const askedHoursAgo = (id: string, hours: number) =>
  rows(
    `update payout_attempts set returned = returned || jsonb_build_object('askedAt', now() - $2 * interval '1 hour')
     where payout_id = $1`,
    [id, hours],
  );

test('a customer who was not asked for another account when the money was returned is asked later', async () => {
  const { id } = await sentPayout();
  await ok(payer, 'POST', `payouts/${id}/return`, { reason: 'account_closed', note: 'Closed', askCustomer: false });
  const mails = async () => (await mailbox.to(ada.email, 'payout_returned')).length;
  const mailsBefore = await mails();
  const ask = () => as(reviewer, 'POST', `payouts/${id}/ask`, {});
  expect(await outcome(as(payer, 'POST', `payouts/${id}/ask`, {}))).toBe('403 not_permitted');
  expect((await ask()).body).toMatchObject({ state: 'returned', order: { stage: 'details_needed' } });
  expect(await mails()).toBe(mailsBefore + 1);
  const returnedMail = (await mailbox.of('payout_returned', ada.email)).at(-1);
  const mail = returnedMail && renderedMail({ template: 'payout_returned', data: returnedMail } as MailMessage);
  expect(mail?.text).toContain('The account is closed');
  expect(mail?.text).toMatch(/\/transactions\/[0-9a-f-]{36}\/account/);
  expect(await outcome(ask())).toBe('409 conflict question_open');
  expect(await mails()).toBe(mailsBefore + 1);
});

test('a customer who gives no other account is asked again only once the time for an answer is over', async () => {
  const { id } = await sentPayout();
  await ok(payer, 'POST', `payouts/${id}/return`, { reason: 'account_closed', note: 'Closed' });
  const mails = async () => (await mailbox.to(ada.email, 'payout_returned')).length;
  const mailsBefore = await mails();
  const ask = () => as(reviewer, 'POST', `payouts/${id}/ask`, {});
  await askedHoursAgo(id, 23);
  expect(await outcome(ask())).toBe('409 conflict question_open');
  await askedHoursAgo(id, 25);
  const askOutcomes = await Promise.all([ask(), ask()].map(outcome));
  expect(askOutcomes.toSorted()).toEqual(['200', '409 conflict question_open']);
  expect(await mails()).toBe(mailsBefore + 1);
  const { askedAt } = (await payoutOf(id)).returned as { askedAt: string };
  expect(Date.now() - Date.parse(askedAt)).toBeLessThan(60_000);
  const entries = await rows(`select 1 from audit_log where action = 'payout.asked' and subject_id = $1`, [id]);
  expect(entries).toHaveLength(1);
});

test('a blocked customer, who cannot sign in to answer, is not asked for another account', async () => {
  const { id } = await sentPayout();
  await ok(payer, 'POST', `payouts/${id}/return`, { reason: 'account_closed', note: 'Closed', askCustomer: false });
  const { userId } = await payoutOf(id);
  await rows(`update users set status = 'blocked' where id = $1`, [userId]);
  expect(await outcome(as(reviewer, 'POST', `payouts/${id}/ask`, {}))).toBe('409 customer_blocked question_to_blocked');
  await rows(`update users set status = 'active' where id = $1`, [userId]);
});
