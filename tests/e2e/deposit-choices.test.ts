import { randomBytes } from 'node:crypto';
import { beforeAll, expect as check, test } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { press } from './harness/controls.ts';
import { inTheDatabase, signInTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, anAdmin, as, ask, askProven, customer, type TestUser } from './harness/users.ts';

const bank = { accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'First Bank', method: 'bank' };
const terms = { cryptoId: 'usdt-erc20', cryptoAmount: 200, targetCurrency: 'USD' };
const wait = { timeout: onThisMachine(60_000) };

beforeAll(async () => {
  const owner = await anAdmin();
  const addresses = Array.from({ length: 60 }, () => `0x${randomBytes(20).toString('hex')}`);
  const pool = { kind: 'pool', chain: 'ethereum', coinIds: ['usdt-erc20'], addresses, uncheckedAccepted: true };
  await askProven(owner, 'POST', '/api/admin/deposit-sources', pool);
});

type Followed = { state: string; orderId: string | null; choices: string[]; refund: { amount: number } | null };
type Held = { quoteId: string; deposit: { address: string } };

/** A sale of 200 USDT with an address of its own, as far as the coins that are played. */
async function aSale({ token }: TestUser) {
  const held = async () => ask<Held>('POST', '/api/sell-quotes', { token, body: { ...terms, paymentDetails: bank } });
  // No address is given out before the chain was read once.
  await check
    .poll(
      () =>
        held().then(
          () => true,
          () => false,
        ),
      wait,
    )
    .toBe(true);
  const [quote] = await ask<Held[]>('GET', '/api/sell-quotes', { token });
  if (!quote) throw new Error('The quote is not in the list of open ones.');
  const owner = await anAdmin();
  const play = (body: object) =>
    ask('POST', `/api/admin/sell-quotes/${quote.quoteId}/play`, { token: owner.token, body });
  const followed = () => ask<Followed>('GET', `/api/sell-quotes/${quote.quoteId}/deposit`, { token });
  const until = async (state: string) => {
    await check.poll(async () => (await play({ play: 'block' }), (await followed()).state), wait).toBe(state);
  };
  return { ...quote, play, followed, until };
}

/** The rate of a quote was locked until an hour ago, above that of today: the prices of samples stand still. */
async function anHourLater(quoteId: string) {
  const expired = `update sell_quotes set expires_at = now() - interval '1 hour', buying_rate = buying_rate * 1.25,
    signature = null where id = $1`;
  await inTheDatabase(expired, [quoteId]);
  await signInTheDatabase();
}

/** A customer to whom too little or too late has come, in front of the order. */
async function inFrontOfTheChoice(kind: 'less' | 'late') {
  const { user, page } = await customer('/dashboard');
  const sale = await aSale(user);
  if (kind === 'late') await anHourLater(sale.quoteId);
  await sale.play({ play: kind === 'late' ? 'exact' : kind });
  await sale.until('choice');
  const { orderId } = await sale.followed();
  await page.goto(`/transactions?tx=${orderId}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing is paid out until you choose.').waitFor();
  return { user, page, dialog, sale, orderId };
}

test('a customer who sent too little is shown where the missing coins go, also after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  await expectGoodInEveryAppearance(page, 'deposit-choice');
  for (const _time of ['at once', 'after a reload']) {
    await press(dialog, 'Send the missing 80 USDT');
    await expect(dialog.getByRole('heading', { name: 'Send the missing 80 USDT' })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Send the missing 80 USDT' })).toContainText(sale.deposit.address);
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expect(dialog.getByText(/^Send it by /)).toBeVisible();
    await page.reload();
  }
  await press(dialog, 'Send the missing 80 USDT');
  await expectGoodInEveryAppearance(page, 'deposit-missing');
  await press(dialog, 'Choose again');
  await dialog.getByText('Nothing is paid out until you choose.').waitFor();
});

test('a customer who takes what arrived is paid for it, and reads the sum after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  const row = dialog.getByRole('radio', { name: /^Take .* for what arrived/ });
  await page.reload();
  await row.check({ force: true });
  await dialog.getByRole('button', { name: /^Take .* for what arrived$/ }).click();
  await expect(dialog.getByText('Nothing is paid out until you choose.')).toBeHidden();
  check((await sale.followed()).state).toBe('confirmed');
});

test('a customer whose coins came late accepts the rate of today after a reload', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('late');
  await page.reload();
  await dialog.getByRole('button', { name: /^Take .* at today’s rate$/ }).click();
  await expect(dialog.getByText('Nothing is paid out until you choose.')).toBeHidden();
  check((await sale.followed()).state).toBe('confirmed');
});

test('a customer is asked once before the coins are sent back, and then where to', async () => {
  const { page, dialog, sale } = await inFrontOfTheChoice('less');
  await page.reload();
  await dialog.getByRole('radio', { name: /^Send my 120 USDT back/ }).check({ force: true });
  await press(dialog, 'Send my 120 USDT back');
  const asked = page.getByRole('dialog', { name: 'Send 120 USDT back?' });
  await expectGoodInEveryAppearance(page, 'deposit-send-back');
  await press(asked, 'Yes, send 120 USDT back');
  await page.getByRole('textbox', { name: 'Address of your own wallet' }).waitFor();
  check((await sale.followed()).refund).toMatchObject({ amount: 120 });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Address of your own wallet' })).toBeVisible();
});

test('a page of an own address that is loaded again after the coins came shows the order', async () => {
  const { user } = await customer('/dashboard');
  const sale = await aSale(user);
  const page = await as(user, `/sell?quote=${sale.quoteId}`);
  await page.getByText('Waiting for your 200 USDT').waitFor();
  await sale.play({ play: 'exact' });
  await sale.play({ play: 'block' });
  await page.waitForURL(/\/transactions\?tx=/, wait);
  expectError(page, /404 GET .*\/api\/sell-quotes\//);
  await page.goto(`/sell?quote=${sale.quoteId}`);
  await page.waitForURL(/\/transactions\?tx=/, wait);
  await expect(page.getByText('This quote is no longer open')).toBeHidden();
});

test('a payer releases a batch whose deposit no node can confirm any more with a reason, and finds it after a reload', async () => {
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
  // The node has lost the transaction, and the block that it was in.
  await inTheDatabase(
    `update chain_transfers set tx_hash = $1, block_height = block_height + 1000000 where lower(to_address) = lower($2)`,
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
    await expect(card.getByRole('button', { name: `Handed to the bank: ${reference}` })).toBeVisible();
    await page.reload();
  }
});
