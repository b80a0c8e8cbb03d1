import { beforeAll, expect as check, test } from 'vitest';
import { anExchange } from '#tests/factories/exchanges.ts';
import { callerOf } from '#tests/setup/call.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, field, fillBank, heading, inArabicDigits, press, sendMessage } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { codeFor, readMail } from './harness/mail.ts';
import { decide, placeSellOrder } from './harness/orders.ts';
import { aSale, giveAddresses } from './harness/own-sales.ts';
import { expectError } from './harness/page.ts';
import { productUrl } from './harness/product.ts';
import { admin, anAdmin, ask, askProven, customer } from './harness/users.ts';

beforeAll(() => giveAddresses());

const times = ['at once', 'after a reload'];

test('a customer’s home names the next step, and its one button leads there, also after a reload', async () => {
  const { user, page } = await customer('/dashboard');
  const sale = await aSale(user);
  await sale.play({ play: 'less' });
  await sale.until('choice');
  const { orderId } = await sale.followed();
  const needsRegion = page.getByRole('region', { name: 'Needs you', exact: true });
  const dialog = page.getByRole('dialog');
  const choose = (choice: string) =>
    ask('POST', `/api/transactions/${orderId}/choice`, { token: user.token, body: { choice } });

  for (const _time of times) {
    await page.goto('/dashboard');
    await expect(needsRegion.getByRole('heading', { name: '120 USDT of 200 USDT arrived. What now?' })).toBeVisible();
    await expect(needsRegion.getByRole('list', { name: 'Progress' })).toBeVisible();
    await page.reload();
    await needsRegion.getByRole('link', { name: 'Choose what happens' }).click();
    await dialog.getByText('Nothing is paid out until you choose.').waitFor();
  }
  await page.goto('/dashboard');
  await needsRegion.getByRole('link', { name: 'Choose what happens' }).waitFor();
  await expectGoodInEveryAppearance(page, 'home-choice');

  await choose('top_up');
  for (const _time of times) {
    await page.goto('/dashboard');
    await page.reload();
    await needsRegion.getByRole('link', { name: 'Show the address' }).click();
    await dialog.waitFor();
  }

  await choose('refund');
  for (const _time of times) {
    await page.goto('/dashboard');
    await page.reload();
    await needsRegion.getByRole('link', { name: /^Enter your .* address$/ }).click();
    await field(page, /^Your .+ address$/).waitFor();
  }
});

test('a customer reads the team’s question on the home and in a mail, and answers in the chat', async () => {
  const { user, page } = await customer('/dashboard');
  const order = await placeSellOrder(user);
  const reviewer = await admin(`/admin/transactions?tx=${order.id}`);
  await press(reviewer.page, 'Ask the customer');
  const askDialog = reviewer.page.getByRole('dialog', { name: `Ask about ${order.reference}` });
  await askDialog.getByLabel('Your question').fill('Whose account is this?');
  await press(askDialog, 'Send the question');
  await expect(reviewer.page.getByText('Whose account is this?').first()).toBeVisible();

  const needsRegion = page.getByRole('region', { name: 'Needs you', exact: true });
  for (const _time of times) {
    await page.goto('/dashboard');
    await expect(needsRegion.getByText(/^Answer by /).first()).toBeVisible();
    await needsRegion.getByRole('link', { name: 'Answer our question' }).click();
    await expect(page.getByRole('dialog').getByText('Whose account is this?')).toBeVisible();
    await page.reload();
  }
  await page.getByRole('dialog').getByText('Whose account is this?').waitFor();
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
  await expectGoodInEveryAppearance(page, 'line-asked');
  const mail = await readMail(user.email, /question about your order/);
  check(mail.text).toContain('Whose account is this?');

  await press(page.getByRole('dialog'), 'Answer our question');
  const chat = page
    .getByRole('complementary')
    .or(page.getByRole('dialog', { name: 'Support chat' }))
    .first();
  await sendMessage(page, 'My own.');
  await expect(chat.or(page.locator('body')).getByText('My own.').first()).toBeVisible();
  // A customer who leaves before it is sent has not answered yet.
  await expect(page.getByRole('log')).toContainText(/My own\..*, (sent|seen)/s);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText(/^Answer by /)).toBeHidden();
});

test('a customer with the code of a refund fails, reloads, names another address and confirms', async () => {
  const { user, page } = await customer('/dashboard');
  const sale = await aSale(user);
  await sale.play({ play: 'less' });
  await sale.until('choice');
  const { orderId } = await sale.followed();
  await ask('POST', `/api/transactions/${orderId}/choice`, { token: user.token, body: { choice: 'refund' } });
  await page.goto(`/transactions?tx=${orderId}`);
  const address = field(page, /^Your .+ address$/);
  const code = page.getByLabel('6-digit code');
  await address.fill('0x52908400098527886E0F7030069857D2E4169EE7');
  await press(page, 'Email me a code');
  await code.waitFor();
  await expectGoodInEveryAppearance(page, 'refund-code');
  const rightCode = await codeFor(user.email, /code for a refund/);
  const wrongCode = rightCode === '000000' ? '000001' : '000000';
  for (const attemptsText of ['You have 4 tries left.', 'You have 3 tries left.']) {
    expectError(page, /400 PUT|400 POST/);
    await code.fill(attemptsText.includes('4') ? wrongCode : wrongCode.replace('00', '01'));
    await expect(page.getByText(attemptsText)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^We kept your place\./)).toBeVisible();
  }
  await expect(page.getByText(/^Resend Code in /)).toBeVisible();
  await press(page, 'Use another address');
  await expect(address).toBeVisible();
  await page.reload();
  await expect(address).toBeVisible();
});

test('a customer whose money was returned names another account from the home, and confirms it', async () => {
  const { user, page } = await customer('/dashboard');
  const order = await placeSellOrder(user);
  await decide(order.id, 'completed', 'Paid.');
  const owner = await anAdmin();
  const path = `/api/admin/payouts?state=sent&q=${order.reference}`;
  const [payout] = await ask<{ id: string }[]>('GET', path, owner);
  const returnReason = { reason: 'account_closed', note: 'The bank says so', askCustomer: true };
  await askProven(owner, 'POST', `/api/admin/payouts/${payout?.id ?? ''}/return`, returnReason);

  const needsRegion = page.getByRole('region', { name: 'Needs you', exact: true });
  for (const _time of times) {
    await page.goto('/dashboard');
    await page.reload();
    await needsRegion.getByRole('link', { name: 'Choose another account' }).click();
    await expect(heading(page)).toHaveText('New account needed');
  }
  await page.reload();
  await fillBank(page, '0987654321');
  await expectGoodInEveryAppearance(page, 'account-closed');
  await press(page, 'Email me a code');
  const code = page.getByLabel('6-digit code');
  await code.waitFor();
  const rightCode = await codeFor(user.email, /Your code for/);
  await page.reload();
  await expect(page.getByText(/^We kept your place\./)).toBeVisible();
  await expect(page.getByText(/^Resend Code in /)).toBeVisible();
  await fillBank(page, '0987654321');
  await code.fill(inArabicDigits(rightCode));
  await expect(page.getByRole('heading', { name: 'We’re sending your money again' }).first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(needsRegion).toBeHidden();
  await expect(page.getByText('We’re sending your money again')).toBeVisible();
});

test('a customer whose exchange waits for its proof uploads it from the home, also after a reload', async () => {
  const { user, page } = await customer('/dashboard');
  const { id } = await anExchange({ call: callerOf(productUrl()) }, user, {
    fromCurrency: 'PHP',
    toCurrency: 'USD',
    amount: 5_000,
  });
  const needsRegion = page.getByRole('region', { name: 'Needs you', exact: true });
  for (const _time of times) {
    await page.goto('/dashboard');
    await page.reload();
    await expect(needsRegion.getByText(/^Upload it by /)).toBeVisible();
    await needsRegion.getByRole('link', { name: 'Upload proof' }).click();
    await expect(heading(page)).toHaveText('Upload Payment Proof');
  }
  await page.reload();
  await page.getByLabel('Choose file').setInputFiles(aPng('slip.png'));
  await press(page, 'Upload payment proof');
  await page.waitForURL(`/transactions?tx=${id}&new`);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByText('We have your proof and are checking it')).toBeVisible();
  await expect(needsRegion).toBeHidden();
});
