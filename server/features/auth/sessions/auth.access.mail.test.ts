import { expect, test } from 'vitest';
import { aCustomer, aRegistration, customerPassword } from '#tests/factories/accounts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

// Nothing listens here, so all mail stays queued.
const testbed = openTestbed({ SMTP_URL: 'smtp://127.0.0.1:1' });

test('a mail with a link or a code that still waits when the password changes is dropped, a notice is not', async () => {
  const { app, mailbox, rows } = testbed;
  const { id, email, token } = await aCustomer(app.call, mailbox);
  const target = aRegistration().email;
  await app.call('POST', '/api/forgot-password', { json: { email } });
  await app.call('POST', '/api/profile/email', { token, json: { email: target, password: customerPassword } });
  const outbox = () =>
    rows(
      `select template, recipient, data <> '{}' as filled, dropped_at is not null as dropped from outbox
       where user_id = $1 order by created_at`,
      [id],
    );
  expect(await outbox()).toEqual([
    { template: 'password_reset', recipient: email, filled: true, dropped: false },
    { template: 'verification_code', recipient: target, filled: true, dropped: false },
  ]);

  const json = { password: customerPassword, newPassword: 'what the owner chose' };
  expect((await app.call('PUT', '/api/profile/password', { token, json })).status).toBe(200);
  expect(await outbox()).toEqual([
    { template: 'password_reset', recipient: null, filled: false, dropped: true },
    { template: 'verification_code', recipient: null, filled: false, dropped: true },
    { template: 'password_changed', recipient: email, filled: true, dropped: false },
  ]);
});
