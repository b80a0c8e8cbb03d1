import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { aPicture, placeSellOrder } from './harness/orders.ts';
import { expectError, expectNoAxeViolations } from './harness/page.ts';
import { aCustomer, admin, as } from './harness/users.ts';

test('a customer writes about an order, sends a second proof and gets a document, and the agent sees the order', async () => {
  const user = await aCustomer();
  const { id, reference } = await placeSellOrder(user);
  const page = await as(user, `/transactions?tx=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Talk to support' }).click();
  const chat = page.getByRole('region', { name: 'Support chat' });
  await expect(chat).toContainText(`About ${reference}`);
  await chat.getByLabel('Write a message').fill('Here is a clearer photo.');
  await chat.getByLabel('Write a message').press('Enter');
  await expect(chat.getByRole('log').getByRole('link', { name: reference })).toBeVisible();
  await expect(chat.getByRole('button', { name: `Don’t attach ${reference}` })).toBeHidden();

  expectError(page, /503/);
  await page.route('**/api/chat/files', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await chat
    .getByLabel('Attach a file')
    .setInputFiles({ name: 'clearer.png', mimeType: 'image/png', buffer: aPicture() });
  const upload = chat.getByRole('list', { name: 'Files being sent' });
  await expect(upload.getByRole('alert')).toBeVisible();
  await upload.getByRole('button', { name: 'Send again' }).click();
  await expect(chat.getByRole('log').getByRole('button', { name: /Open file clearer\.png/ })).toBeVisible();
  await expect(upload).toBeHidden();
  await expectNoAxeViolations(page);

  const { page: adminPage } = await admin(`/admin/transactions?show=all&tx=${id}`);
  await adminPage.getByRole('link', { name: 'Message customer' }).click();
  const log = adminPage.getByRole('log');
  await expect(log).toContainText('Here is a clearer photo.');
  await expect(log.getByRole('link', { name: reference })).toHaveAttribute('href', /tx=/);
  await expect(log.getByText('Pending')).toBeVisible();
  await expect(adminPage.getByText(`About ${reference}`)).toBeVisible();
  const opened = adminPage.waitForEvent('popup');
  await log.getByRole('button', { name: /Open file clearer\.png/ }).click();
  await expect.poll(async () => (await opened).url()).toMatch(/\/api\/files\/.*token=/);
  await adminPage
    .getByLabel('Attach a file')
    .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await expect(log.getByRole('button', { name: /Open file statement\.pdf/ })).toBeVisible();
  await expect(chat.getByRole('log').getByRole('button', { name: /Open file statement\.pdf/ })).toBeVisible();
  await expectNoAxeViolations(adminPage);
});
