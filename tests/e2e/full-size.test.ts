import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { aPictureOf } from '#tests/factories/pictures.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, chooseProof, fillBank, press } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { decide, placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, as, ask, type TestUser } from './harness/users.ts';

const deleted = 'The full-size picture was deleted 7 days after the decision. The smaller picture is still here.';
const warning = /^The text in this picture will be too small to read\./;

/** The height of the picture that is shown, in its own pixels. */
const heightOf = (page: Page) =>
  page.getByRole('img', { name: 'proof.png' }).evaluate((image) => (image as HTMLImageElement).naturalHeight);

/** Width of the picture on the screen. */
const widthOf = async (page: Page) => (await page.getByRole('img', { name: 'proof.png' }).boundingBox())?.width;

/** A just decided order with a screenshot of many screens, and its customer. */
async function aLongProof() {
  const user = await aCustomer();
  const order = await placeSellOrder(user, { proof: await aPictureOf(1080, 20_000) });
  await decide(order.id, 'rejected', 'The transfer never arrived.');
  return { user, order };
}

/** Makes the decision a week old and runs the hourly job. Open screens get no event of it. */
async function aWeekPasses({ id }: PlacedOrder): Promise<void> {
  await inTheDatabase(`update orders set decided_at = now() - interval '8 days' where id = $1`, [id]);
  await inTheDatabase(`update files set created_at = now() - interval '9 days' where order_id = $1`, [id]);
  await inTheDatabase(`select graphile_worker.add_job('files.delete_full_sizes', '{}')`);
  const leftFiles = 'select 1 from files where order_id = $1 and full_filename is not null';
  await expect.poll(() => inTheDatabase(leftFiles, [id])).toEqual([]);
}

const openReview = ({ email }: TestUser) => admin(`/admin/transactions?show=all&q=${encodeURIComponent(email)}`);

test('a reviewer sees a long screenshot in full size until a week after the decision', async () => {
  const { user, order } = await aLongProof();
  const { page } = await openReview(user);
  await expect.poll(() => heightOf(page)).toBe(14_907);
  // The thread has its full width from the first paint, not 16 px.
  await expect.poll(() => widthOf(page)).toBeGreaterThan(300);
  // The picture keeps its width when content that arrives below it lowers its place.
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect.poll(() => widthOf(page)).toBeGreaterThan(300);
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, 'Full size');
  await expect(button(page, 'Full size')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => heightOf(page)).toBe(20_000);
  await expect.poll(() => widthOf(page)).toBeCloseTo(1080, -1);
  await expectGoodInEveryAppearance(page, 'full-size-review');
  await press(page, 'Full size');
  await expect.poll(() => heightOf(page)).toBe(14_907);

  await page.reload();
  await expect.poll(() => heightOf(page)).toBe(14_907);
  await aWeekPasses(order);
  expectError(page, /404 GET .*full=1/);
  await press(page, 'Full size');
  await expect(page.getByText(deleted)).toBeVisible();
  await expect(button(page, 'Full size')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(deleted)).toBeVisible();
  await expect.poll(() => heightOf(page)).toBe(14_907);
  await expectGoodInEveryAppearance(page, 'full-size-review-deleted');
});

test('a customer opens their screenshot in full size until a week after the decision', async () => {
  const { user, order } = await aLongProof();
  const page = await as(user, `/transactions?tx=${order.id}`);
  const openFull = async () => {
    const popupPromise = page.waitForEvent('popup');
    await press(page, 'Full size: proof.png');
    const tab = await popupPromise;
    await tab.waitForURL(/\/api\/files\/.*&full=1$/);
    const height = await tab.evaluate(() => document.querySelector('img')?.naturalHeight);
    await tab.close();
    return height;
  };
  await expect(button(page, 'Full size: proof.png')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'full-size-order');
  check(await openFull()).toBe(20_000);
  await page.reload();
  check(await openFull()).toBe(20_000);

  await aWeekPasses(order);
  expectError(page, /404 POST .*\/link\?full=1/);
  await press(page, 'Full size: proof.png');
  await expect(page.getByText(deleted)).toBeVisible();
  await page.reload();
  await expect(page.getByText(deleted)).toBeVisible();
  await expect(button(page, 'View proof.png')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'full-size-order-deleted');
});

test('a customer is warned of too small print, and a long screenshot arrives unchanged', async () => {
  const user = await aCustomer();
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  await ask('POST', '/api/sell-quotes', { token: user.token, body: terms });
  const page = await as(user, '/dashboard');
  await page.getByRole('link', { name: 'Resume sale' }).click();
  await press(page, /^Next: I’ve sent/);
  await fillBank(page);
  await press(page, 'Lock rate and show address');
  const dialog = await chooseProof(page);
  const choose = async (name: string, height: number, width = 1080) => {
    await button(dialog, /^Remove /).click();
    const buffer = await aPictureOf(width, height);
    await dialog.getByLabel('Choose photo').setInputFiles({ name, mimeType: 'image/png', buffer });
    await expect(dialog.getByText(name)).toBeVisible();
  };
  await choose('strip.png', 50_000, 400);
  await expect(dialog.getByText(warning)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'sell-proof-too-small');
  await choose('long.png', 20_000);
  await expect(dialog.getByText(warning)).toHaveCount(0);
  await press(dialog, /^Submit sale of/);
  await page.waitForURL(/&new/);
  const [order] = await ask<OrderDetails[]>('GET', '/api/transactions', { token: user.token });
  const [file] = order?.paymentProofFiles ?? [];
  check(file).toMatchObject({ originalName: 'long.png', type: 'image/png', fullSize: 'stored' });
});
