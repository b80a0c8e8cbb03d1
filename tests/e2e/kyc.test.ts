import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { reviewDocuments } from './harness/identity.ts';
import { readMail } from './harness/mail.ts';
import { aPicture } from './harness/orders.ts';
import { ask, customer } from './harness/users.ts';

const passport = () => ({ name: 'passport-page.png', mimeType: 'image/png', buffer: aPicture() });

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'National ID' }).check();
  await page.getByLabel('Document number').fill('A0 482 1937');
  await page.getByLabel('Full legal name').fill('Oluwaseun Chukwuemeka Adebayo-Ogunleye');
  await page.getByLabel('Day').fill('14');
  await page.getByLabel('Month').fill('9');
  await page.getByLabel('Year').fill('1991');
  await page.getByRole('combobox', { name: 'Nationality' }).fill('nigeria');
  await page.getByRole('option', { name: /^Nigeria/ }).click();
  await page.getByLabel('Address').fill('17B Adeola Odeku Street, Victoria Island, Lagos');
}

test('a customer submits an ID, is refused with a reason, corrects it and is verified, all on one open page', async () => {
  const { user, page } = await customer('/kyc');
  const card = page.getByRole('region', { name: 'Verification status' });
  await expect(card).toContainText('Not Submitted');
  await expect(card).toContainText('You’ve used $0.00 USD of $1,000.00 USD');
  await expect(page.getByLabel('Full legal name')).toHaveValue('Ada Okafor');
  await fillIn(page);
  await page.getByLabel('Choose file').setInputFiles(passport());
  await page.getByRole('button', { name: 'Add the back side' }).click();
  await page
    .getByRole('group', { name: /^Back side/ })
    .getByLabel('Choose file')
    .setInputFiles(passport());
  await page.getByRole('button', { name: 'Add a selfie' }).click();
  await expectGoodInEveryAppearance(page, 'kyc-form');
  await page.getByRole('button', { name: 'Submit national ID for review' }).click();

  await expect(page.getByRole('heading', { name: 'Verification Submitted' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY), 'where the screen begins').toBe(0);
  await expect(card).toContainText('Under Review');
  const { times } = await ask<{ times: { kyc: string } }>('GET', '/api/settings');
  await expect(page.getByText(`The review takes ${times.kyc}.`)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-pending');
  await readMail(user.email, /We have received your documents/);

  await reviewDocuments(user, 'rejected', 'The photo is blurred.\nPlease take it in daylight.');
  await expect(page.getByRole('region', { name: 'We couldn’t verify your identity' })).toContainText('in daylight');
  await expect(card).toContainText('Rejected');
  await expect(page.getByLabel('Full legal name')).toHaveValue('Oluwaseun Chukwuemeka Adebayo-Ogunleye');
  await expect(page.getByLabel('Day')).toHaveValue('14');
  await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('Nigeria');
  await expect(page.getByRole('radio', { name: 'National ID' })).toBeChecked();
  await expect(page.getByLabel('Document number')).toHaveValue('');
  await expect(page.getByText('Last time it was •••• 937')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-rejected');

  await page.getByLabel('Document number').fill('A0 482 1937');
  await page.getByLabel('Choose file').setInputFiles(passport());
  await page.getByRole('button', { name: 'Submit national ID for review' }).click();
  await expect(card).toContainText('Under Review');
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
  await expect(card).toContainText('Approved');
  await readMail(user.email, /Your identity is verified/);
}, 120_000);
