import { randomBytes } from 'node:crypto';
import { beforeAll, expect as check, test } from 'vitest';
import { applyAppearance } from '#tests/screens/appearance.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { press } from './harness/controls.ts';
import { inTheDatabase, signInTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { aSale, chainWait, giveAddresses } from './harness/own-sales.ts';
import { expectError, shot } from './harness/page.ts';
import { aCustomer, admin, as, ask, customer } from './harness/users.ts';

beforeAll(() => giveAddresses());

/** The rate of a quote was locked until an hour ago, above today's rate: sample prices do not move. */
async function anHourLater(quoteId: string) {
  const expireQuote = `update sell_quotes set expires_at = now() - interval '1 hour', buying_rate = buying_rate * 1.25,
    signature = null where id = $1`;
  await inTheDatabase(expireQuote, [quoteId]);
  await signInTheDatabase();
}

/** A customer whose coins were too few or too late, at the page of the order. */
async function inFrontOfTheChoice(kind: 'less' | 'late') {
  const { user, page } = await customer('/dashboard');
  const sale = await aSale(user);
  if (kind === 'late') await anHourLater(sale.quoteId);
  await sale.play({ play: kind === 'late' ? 'exact' : kind });
  await sale.until('choice');
  const { orderId } = await sale.followed();
  await page.goto(`/transactions?tx=${orderId}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your choice needed').waitFor();
  return { user, page, dialog, sale, orderId };
}

test('a customer who sent too little sees where to send the missing coins, also after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expectGoodInEveryAppearance(page, 'deposit-choice');
  for (const _time of ['at once', 'after a reload']) {
    await press(dialog, 'Send the missing 80 USDT');
    await expect(dialog.getByRole('heading', { name: 'Send the missing 80 USDT' })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Where to send your coins' })).toContainText(sale.deposit.address);
    await press(dialog, 'Copy address');
    await expect(dialog.getByRole('button', { name: /^Address copied! 0x/ })).toBeVisible();
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expect(dialog.getByText(/^Send it by /)).toBeVisible();
    await page.reload();
  }
  await press(dialog, 'Send the missing 80 USDT');
  await expectGoodInEveryAppearance(page, 'deposit-missing');
  await press(dialog, 'Choose again');
  await dialog.getByText('Nothing is paid out until you choose.').waitFor();
});

test('a customer who accepts the arrived coins is paid for them, and reads the sum after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  const row = dialog.getByRole('radio', { name: /^Get paid for 120 USDT/ });
  await page.reload();
  await row.check({ force: true });
  await dialog.getByRole('button', { name: /^Get \$[\d,.]+ USD$/ }).click();
  await expect(dialog.getByRole('heading', { name: 'Confirmed. Our team is checking it' })).toBeVisible();
  check((await sale.followed()).state).toBe('confirmed');
  await expectGoodInEveryAppearance(page, 'deposit-checked');
});

test('a customer whose coins arrived late accepts the rate of today after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('late');
  await page.reload();
  await dialog.getByRole('button', { name: /^Accept \$[\d,.]+ USD$/ }).click();
  await expect(dialog.getByText('Your choice needed')).toBeHidden();
  check((await sale.followed()).state).toBe('confirmed');
});

test('a customer confirms once that coins are sent back, and then names the address', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  await page.reload();
  await dialog.getByRole('radio', { name: /^Send my coins back/ }).check({ force: true });
  await press(dialog, 'Send my 120 USDT back');
  const confirmDialog = page.getByRole('dialog', { name: 'Send 120 USDT back?' });
  await expectGoodInEveryAppearance(page, 'deposit-send-back');
  await press(confirmDialog, 'Yes, send 120 USDT back');
  await page.getByRole('textbox', { name: /^Your .+ address$/ }).waitFor();
  check((await sale.followed()).refund).toMatchObject({ amount: 120 });
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Your .+ address$/ })).toBeVisible();
});

test('a customer at an own address sees the coins arrive, and the confirmation once', async () => {
  // No other file mines on this chain: each state stays until this test mines the next block.
  await giveAddresses(20, 'bsc', 'binancecoin');
  const { user } = await customer('/dashboard');
  const sale = await aSale(user, { cryptoId: 'binancecoin', cryptoAmount: 0.5 });
  const page = await as(user, '/dashboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/sell?quote=${sale.quoteId}`);
  await page.getByText('Waiting for your 0.5 BNB').waitFor();
  await expectGoodInEveryAppearance(page, 'line-waiting');
  await press(page, 'Copy address');
  await expect(page.getByRole('button', { name: /^Address copied! 0x/ })).toBeVisible();
  // A member who mines by hand sees each block: none is mined automatically for a while.
  await sale.play({ play: 'block' });
  await sale.play({ play: 'exact' });
  await expect(page.getByRole('heading', { level: 1, name: 'We can see your 0.5 BNB' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where to send your coins' })).toBeHidden();
  await expectGoodInEveryAppearance(page, 'line-seen');
  await sale.play({ play: 'block' });
  await page.waitForURL(/\/transactions\?tx=.*&new/, chainWait);
  expectError(page, /404 GET .*\/api\/sell-quotes\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Order submitted successfully' })).toBeVisible();
  await page.getByRole('list', { name: 'Progress' }).waitFor();
  await expectGoodInEveryAppearance(page, 'success');
  await page.getByRole('link', { name: 'Track this sale' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'We can see your 0.5 BNB' })).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('list', { name: 'Progress' }).getByText('Seen')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'line-confirming');
  await press(dialog, 'Close');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto(`/sell?quote=${sale.quoteId}`);
  await page.waitForURL(/\/transactions\?tx=[^&]+$/, chainWait);
  await expect(page.getByText('This quote is no longer open')).toBeHidden();
});

test('a customer in Arabic, German or large text reads the whole choice on a phone', async () => {
  const { page } = await inFrontOfTheChoice('less');
  const rows = page.getByRole('dialog').getByRole('radio');
  const sizes = { theme: 'dark', width: 360, height: 740 } as const;
  for (const [language, percent] of [
    ['ar', 100],
    ['de', 100],
    ['en', 200],
  ] as const) {
    await applyAppearance(page, { ...sizes, language });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
    await expect(rows).toHaveCount(3);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('dialog')?.scrollWidth))
      .toBeLessThanOrEqual(360);
    await shot(page, `choice-${language}-${percent}`);
    await page.getByRole('dialog').getByRole('list').first().scrollIntoViewIfNeeded();
    await shot(page, `choice-${language}-${percent}-points`);
  }
});

test('a payer gives a reason to release a batch whose deposit no node can confirm', async () => {
  const seller = await aCustomer();
  const sale = await aSale(seller);
  await sale.play({ play: 'exact' });
  await sale.until('confirmed');
  const { orderId } = await sale.followed();
  const { page, user } = await admin('/admin/payouts?tab=release');
  const { id } = await ask<{ id: string }>('POST', `/api/admin/transactions/${orderId}/payout`, {
    token: user.token,
    body: { reason: 'Checked' },
  });
  const batch = { accountId: null, payoutIds: [id] };
  const { reference } = await ask<{ reference: string }>('POST', '/api/admin/payout-batches', {
    token: user.token,
    body: batch,
  });
  // The node has lost the transaction and its block.
  await inTheDatabase(
    `update chain_transfers set tx_hash = $1, block_height = block_height + 1000000
      where lower(to_address) = lower($2)`,
    [`0x${randomBytes(32).toString('hex')}`, sale.deposit.address],
  );
  const card = page.getByRole('listitem').filter({ hasText: reference });
  const dialog = page.getByRole('dialog', { name: 'Release' });
  expectError(page, /409 POST .*release/);
  await card.getByRole('button', { name: /^Release / }).click();
  await dialog.getByRole('button', { name: /^Release \$/ }).click();
  await dialog.getByRole('textbox', { name: 'Why you approve this' }).fill('Seen in an explorer.');
  await expectGoodInEveryAppearance(page, 'payouts-release-reason');
  await dialog.getByRole('button', { name: /^Release \$/ }).click();
  for (const _time of ['at once', 'after a reload']) {
    await expect(card.getByRole('button', { name: `Mark as handed to the bank…: ${reference}` })).toBeVisible();
    await page.reload();
  }
});
