import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { administrator } from './harness/server.ts';
import { admin, visitor } from './harness/users.ts';

test('the owner invites a support agent, who joins, sets up the second factor and sees what the role includes', async () => {
  const email = `nora.${randomUUID().slice(0, 8)}@team.test`;
  const { page: owner } = await admin('/admin/team');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: /^Support/ }).check();
  await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await expectGoodInEveryAppearance(owner, 'team-invite');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const row = owner.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invited');

  const { text = '' } = await readMail(email, /\/invitation\//);
  const page = await visitor(/\/invitation\/[\w-]+/.exec(text)?.[0]);
  expectError(page, /403 /);
  await page.getByRole('textbox', { name: 'First name' }).fill('Nora');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Diaz');
  await page.getByLabel('Password', { exact: true }).fill('a lighthouse in the fog');
  await page.getByLabel('Confirm password', { exact: true }).fill('a lighthouse in the fog');
  await expectGoodInEveryAppearance(page, 'invitation');
  await page.getByRole('button', { name: 'Join the team' }).click();

  const secret = await page.getByRole('dialog').locator('bdi').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await page.getByRole('dialog').getByRole('textbox').first().fill(totp.generate());
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'I’ve saved them' }).click();

  await expect(page.getByRole('heading', { name: 'Main Dashboard' })).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Agent Chat' })).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Wallet Settings' })).toHaveCount(0);
});
