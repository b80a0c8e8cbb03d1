import { randomUUID } from 'node:crypto';
import { beforeAll, expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectTexts, press, pressKey } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { controlsOf } from './harness/hands.ts';
import { placeSellOrder } from './harness/orders.ts';
import { giveAddresses, ordersOf, sell } from './harness/own-sales.ts';
import { aCustomer, anAdmin, as, ask, askProven, type TestUser } from './harness/users.ts';

const bank = { accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'First Bank', method: 'bank' };

beforeAll(() => giveAddresses());

/** Orders of 40 USDT and more, for each of which exactly that amount arrived with finality. */
async function paidSales(count: number): Promise<string[]> {
  const allTerms = Array.from({ length: count }, (_value, index) => ({
    cryptoAmount: 40 + index,
    paymentDetails: bank,
  }));
  const sales = await Promise.all(allTerms.map(async (terms) => sell(await aCustomer(), [terms])));
  return ordersOf(sales.flat());
}

test('twenty matching approvals take at most six keys, and are taken back by one', async () => {
  const reviewer = await anAdmin();
  const orders = await paidSales(20);
  const tag = `day-${randomUUID().slice(0, 8)}`;
  for (const id of orders)
    await ask('PUT', `/api/admin/transactions/${id}/tags`, { token: reviewer.token, body: { tags: [tag] } });
  const page = await as(reviewer, `/admin/transactions?view=table&tag=${tag}`);
  const boxes = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect(boxes).toHaveCount(21);
  // Only one, because each approval can be taken back within ten seconds.
  await page
    .getByRole('checkbox', { name: /^Choose LF-/ })
    .first()
    .check();
  const dialog = page.getByRole('dialog');
  await press(page, 'Approve 1 chosen…', true);
  await press(dialog, /^Approve ₦/);
  await expect(page.getByText(/^1 approved/)).toBeVisible();
  await pressKey(page, 'z');
  await expect(page.getByText('1 taken back.')).toBeVisible();
  await expect(boxes).toHaveCount(21);

  const { counts, key } = controlsOf(page);
  // Other journeys have matching orders too: only these are chosen here.
  await page.getByRole('checkbox', { name: 'Choose all' }).or(page.getByRole('checkbox').first()).first().check();
  await expect(button(page, /^Approve all 20|^Approve 20/)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'orders-match');
  await key('Shift+B');
  await expectTexts(dialog, '₦');
  await expectGoodInEveryAppearance(page, 'orders-match-dialog');
  await key('Control+Enter');
  await expect(page.getByText(/^20 approved/)).toBeVisible();
  check(counts.keys).toBeLessThanOrEqual(6);
});

test('a rejection that sends the coins back takes four keys', async () => {
  const reviewer = await anAdmin();
  const [id = ''] = await paidSales(1);
  const page = await as(reviewer, `/admin/transactions?tx=${id}`);
  await expect(button(page, /^Approve/).first()).toBeVisible();
  const { counts, key } = controlsOf(page);
  await key('r');
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  await key('4');
  await key('Control+Enter');
  await expect(page.getByText(/mail to .* leaves in/).first()).toBeVisible();
  check(counts.keys).toBeLessThanOrEqual(4);
  const order = await ask<{ stage: string }>('GET', `/api/admin/transactions/${id}`, reviewer);
  check(order.stage).toBe('refund_due');
});

/** An account that pays shillings: no other file has due payouts in them, so the batch contains only these. */
async function aShillingAccount(owner: TestUser): Promise<void> {
  const profiles = await ask<{ id: string; name: string }[]>('GET', '/api/admin/payout-profiles', owner);
  const profileId = profiles.find(({ name }) => name === 'ke-transfer')?.id;
  const account = { holderName: 'Landfall', bankName: 'Bank', accountNumber: '0152792740', profileId };
  await askProven(owner, 'POST', '/api/admin/desk-accounts', {
    ...account,
    name: 'Shillings',
    currency: 'KES',
    format: 'csv',
  });
}

test('twenty approved payouts reach the bank in at most eight clicks', async () => {
  const owner = await anAdmin();
  await aShillingAccount(owner);
  const seller = await aCustomer();
  for (let at = 0; at < 20; at += 1) {
    const { id } = await placeSellOrder(seller, { cryptoId: 'usdt-trc20', amount: 20 + at, currency: 'KES' });
    await ask('POST', `/api/admin/transactions/${id}/payout`, { token: owner.token, body: { reason: 'Checked' } });
  }
  const duePage = await as(owner, '/admin/payouts?tab=due');
  const dueControls = controlsOf(duePage);
  const batch = button(duePage, /^Batch 20 payouts, [\d,.]+\sKES$/);
  await expect(batch).toBeVisible();
  await expectGoodInEveryAppearance(duePage, 'payouts-due');
  await dueControls.click(batch);
  await expect(duePage.getByText('The batch is made and waits for its release')).toBeVisible();

  const page = await as(owner, '/admin/payouts?tab=release');
  const { counts, click, prove } = controlsOf(page);
  const card = page
    .getByRole('listitem')
    .filter({ hasText: /20 payouts from Shillings/ })
    .first();
  await click(button(card, /^Release [\d,.]+\sKES: B-/));
  await click(button(page.getByRole('dialog'), /^Release [\d,.]+\sKES$/));
  await prove();
  const save = button(card, /B-\d{6}\.csv/);
  await expect(save).toBeVisible();
  await expectGoodInEveryAppearance(page, 'payouts-released');
  const download = page.waitForEvent('download');
  await click(save);
  check((await download).suggestedFilename()).toMatch(/^B-\d{6}\.csv$/);
  await click(button(card, /^Mark as handed to the bank/));
  await click(button(page.getByRole('dialog', { name: 'Handed to the bank' }), 'Handed to the bank', true));
  await expect(card).toHaveCount(0);
  check(dueControls.counts.clicks + counts.clicks).toBeLessThanOrEqual(8);
});

test('a statement of twenty-one lines takes two clicks, and five lines stay', async () => {
  const owner = await anAdmin();
  const iban = 'NL02ABNA0123456789';
  const euro = { name: 'Euro account', currency: 'EUR', format: 'by_hand', holderName: 'Landfall', bankName: 'ABN' };
  const { id: accountId } = await askProven<{ id: string }>(owner, 'POST', '/api/admin/desk-accounts', {
    ...euro,
    iban,
  });
  const seller = await aCustomer();
  const payoutIds: string[] = [];
  const paymentDetails = { ...bank, accountNumber: 'NL91ABNA0417164300', bankCode: '' };
  for (let at = 0; at < 16; at += 1) {
    const order = { cryptoId: 'usdt-trc20', amount: 30 + at, currency: 'EUR', paymentDetails };
    const { id } = await placeSellOrder(seller, order);
    const path = `/api/admin/transactions/${id}/payout`;
    payoutIds.push((await ask<{ id: string }>('POST', path, { token: owner.token, body: { reason: 'Checked' } })).id);
  }
  type Batch = { id: string; digest: string; lines: { endToEndId: string; amount: string }[] };
  const body = { accountId, payoutIds };
  const batch = await ask<Batch>('POST', '/api/admin/payout-batches', { token: owner.token, body });
  const { lines, digest } = await ask<Batch>('GET', `/api/admin/payout-batches/${batch.id}`, owner);
  await askProven(owner, 'POST', `/api/admin/payout-batches/${batch.id}/release`, { digest });
  // A payment by hand has no handover: the order of each line is completed with its evidence.
  await inTheDatabase(`update payout_attempts set state = 'sent', sent_at = now() where batch_id = $1`, [batch.id]);
  await inTheDatabase(`update payout_batches set state = 'sent', sent_at = now() where id = $1`, [batch.id]);
  await inTheDatabase(`update payouts set state = 'sent' where id = any($1)`, [payoutIds]);
  const outgoingLine = (sum: string, text: string) =>
    `:61:2611241124D${sum.replace('.', ',')}NTRFNONREF\r\n:86:${text}\r\n`;
  const otherLines = Array.from({ length: 5 }, (_value, index) => ({
    amount: `${3 + index}.50`,
    endToEndId: `fee ${index}`,
  }));
  const bookedLines = [...lines, ...otherLines];
  const remaining = 90_000_00 - bookedLines.reduce((cents, { amount }) => cents + Number(amount.replace('.', '')), 0);
  const closingBalance = `:62F:C261124EUR${Math.floor(remaining / 100)},${String(remaining % 100).padStart(2, '0')}\r\n`;
  const bookings = bookedLines.map(({ amount, endToEndId }) => outgoingLine(amount, endToEndId)).join('');
  const file = `:20:S1\r\n:25:${iban}\r\n:28C:1/1\r\n:60F:C261123EUR90000,00\r\n${bookings}${closingBalance}`;

  const page = await as(owner, '/admin/statements');
  const { counts, click } = controlsOf(page);
  const chooser = page.getByLabel('Import statement…');
  await chooser.setInputFiles({ name: 'day.sta', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await expectTexts(page.getByRole('dialog', { name: 'day.sta' }), 'Bookings: 21');
  await click(button(page, 'Import 21 lines'));
  await click(button(page, /^Settle 16 that fit/));
  await expectTexts(page.getByRole('row').filter({ hasText: 'day.sta' }), 'Not matched yet 5');
  await expect(button(page, /^Settle .* that fit/)).toHaveCount(0);
  check(counts.clicks).toBe(2);
});
