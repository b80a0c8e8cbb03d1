import { afterAll, beforeAll, test } from 'vitest';
import { signedIn } from '#tests/factories/accounts.ts';
import { callerOf } from '#tests/setup/call.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { administrator, startProduct } from './harness/server.ts';
import { as } from './harness/users.ts';

/** A product without any activity yet: others need the samples that are switched off here. */
let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

async function anOwner() {
  const token = await signedIn(callerOf(product.url), administrator.email, administrator.password);
  return as({ ...administrator, token }, '/admin/dashboard', { baseURL: product.url });
}

test('an owner of an empty product sees the guide, and switches all samples off at once', async () => {
  const page = await anOwner();
  const guide = page.getByRole('region', { name: 'Set up' });
  await guide.waitFor();
  expect(await page.getByRole('region', { name: 'Total Volume' }).count()).toBe(0);
  await page.getByText('Total Transactions').waitFor();
  await expectGoodInEveryAppearance(page, 'first-hour');

  await press(guide, /^Enter your addresses and accounts/);
  await guide.getByRole('link', { name: 'Enter 9 addresses' }).waitFor();
  await expectGoodInEveryAppearance(page, 'first-hour-samples');
  await press(guide, /^Switch off all \d+ samples$/);
  await guide.getByText('All samples are switched off. Now enter your own addresses and accounts.').waitFor();
  expect(await guide.getByRole('button', { name: /^Switch off all/ }).count()).toBe(0);

  await page.reload();
  await press(guide, /^Enter your addresses and accounts/);
  await guide.getByText('No sample is switched on.').waitFor();
  expect(await guide.getByRole('button', { name: /^Switch off all/ }).count()).toBe(0);
});

test('an owner ends a step by opening it, and shows a second member where to sign up', async () => {
  const page = await anOwner();
  const guide = page.getByRole('region', { name: 'Set up' });
  await press(guide, /^Decide on a test order/);
  await guide.getByRole('img', { name: 'Sign-up page as a QR code' }).waitFor();
  await guide.getByText(`${new URL(product.url).host}/register`).waitFor();
  await expectGoodInEveryAppearance(page, 'first-hour-test-order');

  await press(guide, /^Check your fees/);
  await guide.getByRole('link', { name: 'Look at the fees' }).click();
  await page.waitForURL('**/admin/settings?section=fees');
  await page.goBack();
  await expect(guide.getByRole('button', { name: /^Check your fees/ })).toContainText('done');
});
