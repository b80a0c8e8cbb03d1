import type { Page } from 'playwright';
import { test } from 'vitest';
import { applyAppearance, expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { chooseTooLarge } from './harness/files.ts';
import { aPicture, placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { expectError, expectNoAxeViolations, shot } from './harness/page.ts';
import { aCustomer, admin, anAdmin, as, ask, customer, type TestUser } from './harness/users.ts';

const receipt = (name = 'receipt.png') => ({ name, mimeType: 'image/png', buffer: aPicture() });

/** The order as its customer finds it. */
const asCustomer = ({ token }: TestUser, { id }: PlacedOrder) =>
  ask<PlacedOrder>('GET', `/api/transactions/${id}`, { token });

/** The admin queue filtered to these orders: other tests share it. */
const adminOf = ({ email }: TestUser) => admin(`/admin/transactions?q=${encodeURIComponent(email)}`);

const row = (page: Page, { reference }: PlacedOrder) => page.getByRole('link', { name: `Open ${reference}` });

/** Presses Tab until the focused element satisfies `fits`, like a keyboard user. */
async function tabTo(page: Page, fits: (element: Element) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator('*:focus').evaluate(fits)) return;
  }
  throw new Error('The focus never came there.');
}

test('an administrator reviews an order and refuses the next without touching the mouse', async () => {
  const seller = await aCustomer();
  const [first, second] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await adminOf(seller);
  await expect(row(page, first)).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('j');
  await expect(row(page, second)).toBeFocused();
  await expect(page.getByRole('heading', { name: second.reference })).toBeVisible();
  await page.keyboard.press('k');
  await expect(row(page, first)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, first)).toBeFocused();
  await expect(page.getByRole('heading', { name: first.reference })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start processing' })).toBeVisible();

  await page.keyboard.press('s');
  await expect(page.getByText('Transaction updated successfully').first()).toBeVisible();
  const finalId = page.getByLabel('Final transaction ID');
  await expect(finalId).toBeFocused();
  await row(page, first).focus();
  await page.keyboard.press('a');
  const approve = page.getByRole('button', { name: /^Approve ₦[\d,.]+\sNGN$/ });
  await expect(approve).toBeFocused();
  expect((await asCustomer(seller, first)).status).toBe('processing');

  await page.keyboard.press('Enter');
  await expect(finalId).toBeFocused();
  await page.keyboard.type('FCB/2026/0312/88410275');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Checked and paid. j k s a r are only letters here.');
  const { name, mimeType, buffer } = receipt();
  await page.evaluate(
    ([name, type, base64]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [name, mimeType, buffer.toString('base64')] as const,
  );
  await expect(page.getByText('ID, notes and screenshot present')).toBeVisible();
  await page.keyboard.press('Control+Enter');

  await expect(page.getByText('Transaction Approved').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: first.reference })).toContainText(
    'Transaction approved successfully',
  );
  await expect(page.getByText('Transaction approved successfully')).toHaveCount(1);
  await expect(page.getByText(`Last decided: ${first.reference}`)).toBeVisible();
  await expect(row(page, second)).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('No transfer has arrived.');
  await tabTo(page, (element) => element.textContent?.startsWith('Reject LF-') ?? false);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Transaction Rejected').first()).toBeVisible();

  expect(await asCustomer(seller, first)).toMatchObject({
    status: 'completed',
    adminTransactionId: 'FCB/2026/0312/88410275',
    adminPayoutScreenshots: [{ originalName: 'receipt.png' }],
  });
  expect(await asCustomer(seller, second)).toMatchObject({
    status: 'rejected',
    adminNotes: 'No transfer has arrived.',
  });
});

test('an approval without evidence is not sent, wrong files stay here, and a lost one is sent again as the same', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller);
  const { page } = await adminOf(seller);
  await page.getByRole('button', { name: 'Start processing' }).click();
  await page.getByRole('button', { name: /^Approve / }).click();
  for (const text of [
    'Transaction ID must be provided before approving',
    'Admin notes are required before approval',
    'Payout screenshot is required before approval',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  expect((await asCustomer(seller, order)).status).toBe('processing');

  const files = page.getByLabel(/Payout screenshots$/);
  await files.setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await expect(page.getByText('receipt.pdf is no JPEG or PNG picture.')).toBeVisible();
  await chooseTooLarge(files, 'huge.png', 'image/png');
  await expect(page.getByText('huge.png is larger than 10 MB.')).toBeVisible();
  await files.setInputFiles(['1', '2', '3', '4', '5', '6'].map((item) => receipt(`${item}.png`)));
  await expect(page.getByText('At most 5 files; the rest were left out.')).toBeVisible();
  for (const item of ['2', '3', '4', '5']) await page.getByRole('button', { name: `Remove ${item}.png` }).click();

  await page.getByLabel('Final transaction ID').fill('FCB/1');
  await page.getByRole('button', { name: 'Confirmed, paid' }).click();
  const keys: (string | undefined)[] = [];
  await page.route('**/status', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  expectError(page, /request: .* PATCH/);
  await page.getByRole('button', { name: /^Approve / }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update transaction' })).toBeVisible();
  expect((await asCustomer(seller, order)).status).toBe('processing');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'Transaction has already been completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Payout 1' })).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await asCustomer(seller, order)).toMatchObject({
    status: 'completed',
    adminNotes: 'Transfer confirmed, payout sent to the account given.',
    adminPayoutScreenshots: [{ originalName: '1.png' }],
  });
});

test('quick actions of a row ask for just what is missing, and the customer reads the reason of a refusal', async () => {
  const seller = await aCustomer();
  const [paid, refused] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await adminOf(seller);
  const quick = async ({ reference }: PlacedOrder, action: string) => {
    await page.getByRole('button', { name: `Quick actions for ${reference}` }).click();
    await page.getByRole('button', { name: action }).click();
  };

  await quick(paid, 'Quick approve…');
  const dialog = page.getByRole('dialog', { name: `Approve ${paid.reference}` });
  await dialog.getByRole('button', { name: /^Approve / }).click();
  await expect(dialog.getByLabel('Final transaction ID')).toBeFocused();
  await dialog.getByLabel('Final transaction ID').fill('FCB/2');
  await dialog.getByLabel('Admin notes').fill('Paid.');
  await dialog.getByLabel(/Payout screenshots$/).setInputFiles(receipt());
  await dialog.getByRole('button', { name: /^Approve / }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: paid.reference })).toContainText('approved successfully');

  await quick(refused, 'Quick reject…');
  const reason = page.getByRole('dialog', { name: `Reject ${refused.reference}` });
  await reason.getByRole('button', { name: `Reject ${refused.reference}` }).click();
  await expect(reason.getByText('Please give a reason: the customer will read it.')).toBeVisible();
  const reasons = reason.getByRole('list', { name: 'Templates' }).getByRole('button');
  await expect(reasons.filter({ hasText: /^(Other amount|Too late|Wrong network)$/ })).toHaveCount(3);
  await reasons.filter({ hasText: 'Nothing arrived' }).click();
  await reason.getByRole('button', { name: `Reject ${refused.reference}` }).click();
  await expect(reason).toBeHidden();

  expect((await asCustomer(seller, paid)).status).toBe('completed');
  const seen = await as(seller, `/transactions?tx=${refused.id}`);
  await expect(seen.getByText('No transfer to our address has arrived.').first()).toBeVisible();
  expect((await asCustomer(seller, refused)).status).toBe('failed');
});

test('an order decided elsewhere says so on the admin side, wherever the second decision comes from', async () => {
  const seller = await aCustomer();
  const [order, other] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page, user } = await adminOf(seller);
  const personalData = (id: string) =>
    ask('PUT', `/api/admin/transactions/${id}/status`, {
      token: user.token,
      body: { status: 'failed', adminNotes: 'Decided in another window.' },
    });
  await expect(page.getByRole('heading', { name: order.reference })).toBeVisible();
  await personalData(order.id);
  await expect(page.getByText('Transaction has already been failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start processing' })).toBeHidden();
  await page.getByRole('button', { name: 'Next in the queue' }).click();

  await page.getByRole('button', { name: 'Reject…' }).click();
  const dialog = page.getByRole('dialog', { name: `Reject ${other.reference}` });
  await dialog.getByLabel('Reason').fill('Too late.');
  expectError(page, /409 PATCH .*status/);
  await personalData(other.id);
  await dialog.getByRole('button', { name: `Reject ${other.reference}` }).click();
  await expect(dialog.getByText('Transaction has already been failed')).toBeVisible();
  expect((await asCustomer(seller, other)).adminNotes).toBe('Decided in another window.');
});

test('an administrator whose session ended signs in over the page and goes on with what was entered', async () => {
  const seller = await aCustomer();
  await placeSellOrder(seller);
  const { page, user } = await adminOf(seller);
  await page.getByRole('button', { name: 'Start processing' }).click();
  await page.getByLabel('Final transaction ID').fill('FCB/3');
  expectError(page, /401 /);
  await ask('POST', '/api/logout', { token: user.token });
  await expect(page.getByText('Admin authentication required. Please re-login.').first()).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Re-authenticate' }).first().click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Re-authenticate' })).toHaveCount(0);
  await expect(page.getByLabel('Final transaction ID')).toHaveValue('FCB/3');
});

test('a customer cannot open the admin side, and a visitor is sent to its sign-in and back again', async () => {
  const { page } = await customer('/admin/transactions');
  await expect(page.getByRole('heading', { name: 'Admin authentication required' })).toBeVisible();
  await expect(page.getByText('Please re-login to continue accessing the admin dashboard.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expect(page.getByText('Queue')).toHaveCount(0);
  await expectGoodInEveryAppearance(page, 'admin-refused');
  await page.getByRole('button', { name: 'Go to Login' }).click();
  const { email, password } = await anAdmin();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button').last().click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/transactions/);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test('the review looks right on every screen, with a proof that was sent twice and with its dialogs', async () => {
  const seller = await aCustomer();
  const proof = await (await as(seller, '/')).screenshot();
  const order = await placeSellOrder(seller, { proof });
  const other = await placeSellOrder(seller, { amount: 0.004, currency: 'IDR', proof });
  const { page } = await adminOf(seller);
  await page.getByRole('button', { name: 'Start processing' }).click();
  await expect(page.getByLabel('Final transaction ID')).toBeVisible();
  await expect(page.getByText(/Files of this proof were also sent with LF-/)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-review');
  for (const theme of ['dark', 'light'] as const) {
    await applyAppearance(page, { theme, width: 1440, height: 900 });
    await shot(page, `admin-review-${theme}-1440`);
    await expectNoAxeViolations(page);
  }
  // The warning and the comparison lead to the other order.
  const references = page.getByRole('link', { name: other.reference, exact: true });
  await expect(references).toHaveCount(2);
  await references.first().click();
  await expect(page.getByRole('heading', { name: other.reference })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: order.reference })).toBeVisible();
  const picture = page.getByRole('img', { name: 'proof.png' });
  await page.getByRole('button', { name: 'Zoom in (+)' }).click();
  await page.keyboard.press('r');
  await expect(picture).toHaveAttribute('style', /scale\(.+rotate\(90deg\)/);
  await page.keyboard.press('0');
  await expect(picture).toHaveAttribute('style', /translate\(0px, 0px\) scale\(1\) rotate\(0deg\)/);

  await page.getByRole('button', { name: 'Reject…' }).click();
  await expectGoodInEveryAppearance(page, 'admin-review-reject');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const summary = page.getByRole('region', { name: 'Order at a glance' });
  await expect(summary).toContainText(/NGN.*Goes to .+/);
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await expect(row(page, order)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: `Quick actions for ${order.reference}` }).click();
  await page.getByRole('button', { name: 'Quick approve…' }).click();
  await expectGoodInEveryAppearance(page, 'admin-review-quick');
});

test('the dashboard says when nothing fits, keeps its filters in the address and looks right on every screen', async () => {
  const { page: dashboard } = await admin('/admin/dashboard?tab=transactions&q=nobody-has-such-a-name');
  await expect(dashboard.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Filters', exact: true }).click();
  await dashboard.getByLabel('Status').selectOption('completed');
  await expect(dashboard).toHaveURL(/show=completed/);
  await expectGoodInEveryAppearance(dashboard, 'admin-dashboard-filters');
  await dashboard.getByRole('button', { name: 'Show the list' }).click();
  await expectGoodInEveryAppearance(dashboard, 'admin-dashboard-empty');
});
