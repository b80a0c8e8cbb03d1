import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, press, pressKey } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { admin, ask, visitor } from './harness/users.ts';

const heading = 'Vorname;Nachname;E-Mail;Telefon;Land;KYC geprüft;Passnummer';
const stamp = () => `${Date.now()}${Math.random().toString(36).slice(2, 6)}`;

test('a member imports customers from a file, invites one, and they set their password', async () => {
  const mark = stamp();
  const file = [
    heading,
    `Sade;Bello;sade.${mark}@example.com;;NG;2025-03-01;A123`,
    `Kofi;Asante;kofi.${mark}@example.com;0803 44;Nigeria;;B456`,
  ].join('\r\n');
  const { page, user: owner } = await admin('/admin/imports');
  const csv = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await page.getByLabel('Choose a CSV file').setInputFiles(csv);
  await expect(page).toHaveURL(/import=/);
  await expect(page.getByText('Not a number of this country')).toBeVisible();
  await expect(page.getByText('never read: password, document or card')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'imports-preview');

  // The preview is still there after a reload.
  await page.reload();
  await expect(page.getByText('0803 44')).toBeVisible();
  // The file itself is gone: the columns need it again.
  await page.getByLabel('Choose the file again').setInputFiles(csv);
  await expect(button(page, 'Change')).toBeVisible();
  await expect(page.getByLabel('Upload the corrected file')).toHaveCount(0);
  await press(page, 'Import 1 customers');
  await expect(page.getByText('1 added, 1 skipped, 0 will be invited')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Upload the corrected file')).toBeAttached();
  await expect(button(page, 'Import 1 customers')).toHaveCount(0);

  await page.goto(`/admin/users?q=sade.${mark}`);
  await expect(page.getByRole('row', { name: /Sade Bello/ })).toContainText('Added by the team');
  await page.getByRole('link', { name: 'Open Sade Bello' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Imported: verified 2025-03-01')).toBeVisible();
  await press(dialog, 'Send an invitation');
  await expect(dialog.getByText(/The invitation was sent/)).toBeVisible();
  const [customerUser] = await ask<{ customerState: string }[]>('GET', `/api/admin/users?q=sade.${mark}`, {
    token: owner.token,
  });
  check(customerUser?.customerState).toBe('invited');

  const { text = '' } = await readMail(`sade.${mark}@example.com`, /Your account at/);
  const path = /\/reset-password\S+/.exec(text)?.[0] ?? '';
  const customer = await visitor(path);
  await expect(customer.getByRole('heading', { name: 'Set your password' })).toBeVisible();
  await expect(customer).not.toHaveURL(/token/);
  await expectGoodInEveryAppearance(customer, 'invited');
  await customer.getByLabel('Password', { exact: true }).fill('seven quiet harbours 58');
  await customer.getByLabel('Confirm password').fill('seven quiet harbours 58');
  await press(customer, 'Set password');
  await expect(customer.getByText('You must confirm that you are over 18 years old').first()).toBeVisible();
  await customer.getByLabel('I am over 18 years old').check();
  await press(customer, 'Set password');
  await expect(customer.getByText('Your password is set. You can log in now.')).toBeVisible();
});

test('a member enters a customer who has only a number with the keyboard alone', async () => {
  const { page } = await admin('/admin/users');
  await button(page, 'New customer…').waitFor();
  await pressKey(page, 'n');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'New customer' })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'users-new');
  for (const [label, value] of [
    ['First name', 'Sade'],
    ['Last name', 'Bello'],
    ['Mobile number', '0803 765 4321'],
  ] as const)
    await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel('Country').selectOption('NG');
  await dialog.getByLabel('Country').press('Enter');
  await press(dialog, 'Add Sade Bello');
  await expect(page.getByRole('dialog').getByText('+2348037654321').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Add an email address to send an invitation.')).toBeVisible();
});
