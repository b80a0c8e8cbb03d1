import type { Page } from 'playwright';
import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { aPicture, placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin, as, proveAgain, type TestUser } from './harness/users.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: aPicture() });

async function openNewest(adminPage: Page, { email }: TestUser): Promise<void> {
  const waiting = adminPage.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'Pending' });
  await waiting.getByRole('link').click();
  await expect(adminPage.getByRole('region', { name: 'Documents' }).getByRole('img')).toBeVisible();
}

test('from the phone’s camera over a refusal to the lifted limit, the customer and the administrator each at an open screen', async () => {
  const user = await aCustomer();
  const mine = await as(user, '/kyc', phone);
  const { page: adminPage } = await admin(`/admin/dashboard?tab=kyc&q=${encodeURIComponent(user.email)}`);
  await expect(adminPage.getByRole('heading', { name: 'No requests found' })).toBeVisible();

  await mine.getByRole('radio', { name: 'Driver’s license' }).check();
  await mine.getByLabel('Document number').fill('LAG-4471/88');
  await mine.getByLabel('Day').fill('14');
  await mine.getByLabel('Month').fill('9');
  await mine.getByLabel('Year').fill('1991');
  await mine.getByRole('combobox', { name: 'Nationality' }).fill('nigeria');
  await mine.getByRole('option', { name: /^Nigeria/ }).click();
  await mine.getByLabel('Address').fill('17B Adeola Odeku Street, Lagos');
  await mine.getByLabel('Take photo').setInputFiles(photo('camera-1.png'));
  await mine.getByRole('button', { name: 'Add a selfie' }).click();
  const face = mine.getByRole('group', { name: /^Selfie/ }).getByLabel('Take photo');
  await expect(face).toHaveAttribute('capture', 'user');
  await face.setInputFiles(photo('me.png'));
  await mine.getByRole('button', { name: 'Submit driver’s license for review' }).click();
  await expect(mine.getByRole('heading', { name: 'Verification Submitted' })).toBeVisible();

  // The admin list updates by itself.
  await openNewest(adminPage, user);
  await expect(adminPage.getByText('LAG-4471/88')).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Back', exact: true })).toBeHidden();
  await adminPage.getByRole('button', { name: 'Glare' }).click();
  await adminPage.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(mine.getByRole('region', { name: 'We couldn’t verify your identity' })).toContainText('without flash');

  await expect(mine.getByLabel('Address')).toHaveValue('17B Adeola Odeku Street, Lagos');
  await expect(mine.getByRole('radio', { name: 'Driver’s license' })).toBeChecked();
  await mine.getByLabel('Document number').fill('LAG-4471/88');
  await mine.getByLabel('Take photo').setInputFiles(photo('camera-2.png'));
  await mine.getByRole('button', { name: 'Submit driver’s license for review' }).click();
  await openNewest(adminPage, user);
  await expect(adminPage.getByText('Light hides part of the document.')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Document matches' }).click();
  await adminPage.getByRole('button', { name: 'Approve Ada Okafor' }).click();
  await proveAgain(adminPage);

  await expect(mine.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
  await expect(mine.getByText('No limit on your sales and exchanges')).toBeVisible();
  await placeSellOrder(user, { amount: 0.2 });
}, 90_000);
