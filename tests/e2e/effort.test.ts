import type { Locator, Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { aPng, button } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { codeFor } from './harness/mail.ts';
import { aSale, chainWait, giveAddresses, openSaleOf } from './harness/own-sales.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, aRegistration, visitor, type TestUser } from './harness/users.ts';

beforeAll(() => giveAddresses());

/** A phone in the hand of a customer from Nigeria. */
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'en-NG' };

interface Effort {
  taps: number;
  typed: number;
  files: number;
}

/** A customer's finger: it taps and types, and counts its work. */
function aFinger(page: Page) {
  let doneEffort: Effort = { taps: 0, typed: 0, files: 0 };
  const tap = async (target: Locator) => {
    await target.tap();
    doneEffort.taps++;
  };
  return {
    tap,
    /** Types into a field, which is counted as typing and not as an additional tap. */
    type: async (name: string | RegExp, text: string) => {
      await page.getByRole('textbox', { name }).first().tap();
      await page.keyboard.insertText(text);
      doneEffort.typed++;
    },
    attach: async (target: Locator) => {
      const chooserPromise = page.waitForEvent('filechooser');
      await tap(target);
      await (await chooserPromise).setFiles(aPng('transfer.png'));
      doneEffort.files++;
    },
    /** Returns the counts since the last call. */
    count: (): Effort => {
      const since = doneEffort;
      doneEffort = { taps: 0, typed: 0, files: 0 };
      return since;
    },
  };
}

/** From the locked rate to the submitted order. */
async function sendAndProve(page: Page, { tap, attach }: ReturnType<typeof aFinger>): Promise<void> {
  await tap(button(page, 'Lock rate and show address'));
  await tap(button(page, /^Next: I’ve sent/));
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await attach(dialog.getByText('Choose photo'));
  await tap(button(dialog, /^Submit sale of/));
  await expect(page.getByRole('heading', { name: 'Order submitted successfully' })).toBeVisible();
}

test('a stranger on a phone sells with 8 typed fields, one file and 12 taps', async () => {
  const page = await visitor('/', phone);
  const finger = aFinger(page);
  const { tap, type } = finger;
  const user = aRegistration();

  await tap(page.getByRole('main').getByRole('link', { name: /^Sell [\d.]+ BTC$/ }));
  await expect(page.getByText('Your quote is saved').filter({ visible: true })).toBeVisible();
  await type('First name', user.firstName);
  await type('Last name', user.lastName);
  await type('Email', user.email);
  await type('Mobile number', '803 123 4567');
  await type('Password', user.password);
  await type('Confirm password', user.password);
  await tap(page.getByRole('checkbox', { name: /over 18/ }));
  await tap(button(page, 'Create account'));
  await type('6-digit code', await codeFor(user.email));
  await tap(button(page, /^Continue with/));
  await tap(page.getByRole('combobox', { name: 'Bank' }));
  await tap(page.getByRole('option', { name: 'First Bank of Nigeria' }));
  await type('Account number', '0123456789');
  await sendAndProve(page, finger);
  const first = finger.count();
  expect(first).toMatchObject({ typed: 8, files: 1 });
  expect(first.taps).toBeLessThanOrEqual(12);

  await page.goto('/dashboard');
  await tap(page.getByRole('article').filter({ hasText: 'Bitcoin' }).first().getByRole('link', { name: 'Sell' }));
  await type('You sell', '0.002');
  await tap(button(page, 'Continue with 0.002 BTC'));
  await sendAndProve(page, finger);
  const secondSale = finger.count();
  expect(secondSale).toMatchObject({ typed: 1, files: 1 });
  expect(secondSale.taps).toBeLessThanOrEqual(6);
});

/** From the locked rate to the order at an own address: the coins arrive, and the customer has nothing else to do. */
async function send(page: Page, user: TestUser, { tap }: ReturnType<typeof aFinger>): Promise<void> {
  await tap(button(page, 'Lock rate and show address'));
  await tap(button(page, 'Copy address'));
  const sale = await openSaleOf(user);
  for (const play of ['block', 'exact', 'block']) await sale.play({ play });
  await page.waitForURL(/\/transactions\?tx=.*&new/, chainWait);
  await expect(page.getByRole('heading', { name: 'Order submitted successfully' })).toBeVisible();
}

test('a returning customer at an own address sells with 1 typed field and 4 taps', async () => {
  // No address is given out before the chain was read once.
  await aSale(await aCustomer());
  const user = await aCustomer();
  const page = await visitor('/login', phone);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // A quote is gone once it is an order.
  expectError(page, /404 GET .*\/api\/sell-quotes\//);
  const finger = aFinger(page);
  const { tap, type } = finger;
  const chooseCoin = () =>
    tap(page.getByRole('article').filter({ hasText: 'Tether ERC-20' }).first().getByRole('link', { name: 'Sell' }));

  await type('Email', user.email);
  await type('Password', user.password);
  await tap(button(page.getByRole('main'), 'Sign In'));
  await chooseCoin();
  await type('You sell', '200');
  await tap(button(page, 'Continue with 200 USDT'));
  await tap(page.getByRole('combobox', { name: 'Bank' }));
  await tap(page.getByRole('option', { name: 'First Bank of Nigeria' }));
  await type('Account number', '0123456789');
  await send(page, user, finger);
  const first = finger.count();
  expect(first).toMatchObject({ typed: 4, files: 0 });
  expect(first.taps).toBeLessThanOrEqual(7);

  await page.goto('/dashboard');
  await chooseCoin();
  await type('You sell', '100');
  await tap(button(page, 'Continue with 100 USDT'));
  await send(page, user, finger);
  const secondSale = finger.count();
  expect(secondSale).toMatchObject({ typed: 1, files: 0 });
  expect(secondSale.taps).toBeLessThanOrEqual(4);
});
