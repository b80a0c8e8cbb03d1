import type { Page } from 'playwright';
import { test } from 'vitest';
import { aProof } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, press, pressKey, tabTo } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { expectError, hold } from './harness/page.ts';
import { aCustomer, admin, ask, type TestUser } from './harness/users.ts';

/** The order as its customer sees it. */
const asCustomer = ({ token }: TestUser, { id }: PlacedOrder) =>
  ask<PlacedOrder>('GET', `/api/transactions/${id}`, { token });

/** The admin queue filtered to these orders: other tests share it. */
const queueOf = ({ email }: TestUser) => `/admin/transactions?q=${encodeURIComponent(email)}`;

const adminOf = (seller: TestUser) => admin(queueOf(seller));

const row = (page: Page, { reference }: PlacedOrder) => page.getByRole('link', { name: `Open ${reference}` });

test('a reviewer types the ID right after S and loses no letter on a slow server', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller);
  const { page } = await admin();
  const releasePicture = await hold(page, '**/api/files/*');
  await page.goto(`${new URL(page.url()).origin}${queueOf(seller)}`);
  await expect(button(page, 'Start processing')).toBeVisible();
  const releaseStart = await hold(page, '**/api/admin/transactions/*/status');
  const releaseCode = await hold(page, '**/assets/*.js');
  await pressKey(page, 's');
  await page.keyboard.type('TRF-', { delay: 70 });
  const picture = page.waitForResponse('**/api/files/*');
  releasePicture();
  await picture;
  await page.keyboard.type('20261128', { delay: 70 });
  const finalId = page.getByLabel('Final transaction ID');
  await expect(finalId).toHaveValue('TRF-20261128');
  releaseCode();
  releaseStart();
  await expect(button(page, /^Approve ₦[\d,.]+\sNGN$/)).toBeVisible();
  await expect(finalId).toHaveValue('TRF-20261128');
  await page.getByRole('heading', { name: order.reference }).focus();
  await page.keyboard.type('Transfer confirmed', { delay: 20 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await asCustomer(seller, order)).status).toBe('processing');
});

test('an administrator reviews one order and refuses the next without the mouse', async () => {
  const seller = await aCustomer();
  const first = await placeSellOrder(seller);
  const secondOrder = await placeSellOrder(seller, { amount: 0.004 });
  const { page } = await adminOf(seller);
  await expect(row(page, first)).toHaveAttribute('aria-current', 'true');

  await pressKey(page, 'j');
  await expect(row(page, secondOrder)).toBeFocused();
  await expect(page.getByRole('heading', { name: secondOrder.reference })).toBeVisible();
  await pressKey(page, 'k');
  await expect(row(page, first)).toBeFocused();
  await expect(button(page, 'Start processing')).toBeVisible();

  await pressKey(page, 's');
  await expect(page.getByText('Transaction updated successfully').first()).toBeVisible();
  const finalId = page.getByLabel('Final transaction ID');
  await expect(finalId).toBeFocused();
  await row(page, first).focus();
  await pressKey(page, 'a');
  const approve = button(page, /^Approve ₦[\d,.]+\sNGN$/);
  await expect(approve).toBeFocused();
  expect((await asCustomer(seller, first)).status).toBe('processing');

  await page.keyboard.press('Enter');
  await expect(finalId).toBeFocused();
  await page.keyboard.type('FCB/2026/0312/88410275');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Checked and paid. j k s a r are only letters here.');
  await page.evaluate(
    ([name, type, base64]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    ['receipt.png', 'image/png', aProof().toString('base64')] as const,
  );
  await expect(page.getByText('ID, notes and screenshot present')).toBeVisible();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByText('Transaction Approved').first()).toBeVisible();
  const toast = page.getByText('Transaction approved successfully');
  await expect(page.getByRole('status').filter({ hasText: first.reference, has: toast })).toHaveCount(1);
  await expect(toast).toHaveCount(1);
  await expect(page.getByText(`Last decided: ${first.reference}`)).toBeVisible();
  await expect(row(page, secondOrder)).toBeFocused();
  await pressKey(page, 'r');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('No transfer has arrived.');
  await tabTo(page, button(page, /^Reject LF-/));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Transaction Rejected').first()).toBeVisible();

  const evidence = {
    adminTransactionId: 'FCB/2026/0312/88410275',
    adminPayoutScreenshots: [{ originalName: 'receipt.png' }],
  };
  expect(await asCustomer(seller, first)).toMatchObject({ status: 'completed', ...evidence });
  const refusal = { status: 'rejected', adminNotes: 'No transfer has arrived.' };
  expect(await asCustomer(seller, secondOrder)).toMatchObject(refusal);
});

test('a reviewer sees the review without layout faults on every screen, with all its dialogs', async () => {
  const seller = await aCustomer();
  const proof = aProof();
  const order = await placeSellOrder(seller, { proof });
  const otherOrder = await placeSellOrder(seller, { amount: 0.004, currency: 'IDR', proof });
  const { page, user } = await adminOf(seller);
  await press(page, 'Start processing');
  await page.getByLabel('Final transaction ID').fill('FCB/3');
  await expect(page.getByText(/Files of this proof were also sent with LF-/)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-review');
  // The warning, the title of its proof and the comparison link to the other order.
  const references = page.getByRole('link', { name: otherOrder.reference, exact: true });
  await expect(references).toHaveCount(3);
  await references.first().click();
  await expect(page.getByRole('heading', { name: otherOrder.reference })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: order.reference })).toBeVisible();
  const picture = page.getByRole('img', { name: 'proof.png' });
  await press(page, 'Zoom in (+)');
  await pressKey(page, 'r');
  await expect(picture).toHaveAttribute('style', /scale\(.+rotate\(90deg\)/);
  await pressKey(page, '0');
  await expect(picture).toHaveAttribute('style', /translate\(0px, 0px\) scale\(1\) rotate\(0deg\)/);

  await press(page, 'Reject…');
  await expectGoodInEveryAppearance(page, 'admin-review-reject');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const summary = page.getByRole('region', { name: 'Order at a glance' });
  await expect(summary).toContainText(/NGN.*Goes to .+/);
  await press(page, 'Back to the queue');
  await expect(row(page, order)).toBeVisible();
  await press(page, `Quick actions for ${order.reference}`);
  await press(page, 'Quick approve…');
  await expectGoodInEveryAppearance(page, 'admin-review-quick');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByLabel('Final transaction ID')).toHaveValue('FCB/3');
  const body = { status: 'failed', adminNotes: 'Decided in another window.' };
  await ask('PUT', `/api/admin/transactions/${order.id}/status`, { token: user.token, body });
  await expect(page.getByText('Transaction has already been failed')).toBeVisible();
  await expect(button(page, /^Approve /)).toBeHidden();
  await press(page, 'Next in the queue');
  await expect(page.getByRole('heading', { name: otherOrder.reference })).toBeVisible();

  await press(page, 'Start processing');
  await expect(page.getByLabel('Final transaction ID')).toBeFocused();
  expectError(page, /WebSocket|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline\./)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Before this payout can be approved' })).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
});

test('a reviewer approves an order for a batch by its key, and takes it back while the mail waits', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller);
  const { page } = await adminOf(seller);
  await expect(button(page, /^Approve .* pay in a batch/)).toBeVisible();
  await pressKey(page, 'b');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Approve/ }).click();
  await expect(button(page, 'Take back').first()).toBeVisible();
  expect((await asCustomer(seller, order)).status).toBe('processing');
  await page.getByRole('heading', { name: order.reference }).focus();
  await pressKey(page, 'z');
  await expect(button(page, 'Take back')).toHaveCount(0);
  await expect(button(page, 'Start processing')).toBeVisible();
  expect((await asCustomer(seller, order)).status).toBe('pending');
  await expectGoodInEveryAppearance(page, 'admin-review-taken-back');
});

test('a reviewer sees matching orders above the table with their flags, and moves along by keys', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller);
  const { page } = await admin('/admin/transactions?view=table&sort=newest');
  await expect(page.getByRole('columnheader', { name: 'Transfer' })).toBeVisible();
  await pressKey(page, 'j');
  await expect(page.locator('a:focus')).toHaveText(/^LF-/);
  await page.getByRole('checkbox', { name: `Choose ${order.reference}` }).check();
  await expect(page.getByText('1 chosen')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-review-table');
});
