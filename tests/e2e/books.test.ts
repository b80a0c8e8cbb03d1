import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { monthsAgo } from '#tests/factories/books.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectTexts, field, fill, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { decide } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, anAdmin, ask, passSureTime, proveAgain } from './harness/users.ts';

type Row = Record<string, unknown>;

const lastMonth = monthsAgo(1);
const lastName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  new Date(`${lastMonth}-01T00:00:00Z`),
);
const iban = 'DE89370400440532013000';

/** An MT940 of last month: the customer's payment, and money that is unknown to the books. */
function statementOf(reference: string): string {
  const day = `${lastMonth.slice(2, 4)}${lastMonth.slice(5)}15`;
  const booking = `:61:${day}${day.slice(2)}C100,00NTRFNONREF//R1`;
  const balances = [`:60F:C${day}USD12,50`, `:62F:C${day}USD112,50`] as const;
  return [':20:S1', `:25:${iban}`, ':28C:1/1', balances[0], booking, `:86:${reference}`, balances[1], ''].join('\r\n');
}

/** A refused exchange of 100 dollars whose money the bank booked last month. */
let refusedOrder = { id: '', reference: '' };
beforeAll(async () => {
  const { token } = await anAdmin();
  const { token: customer } = await aCustomer();
  const terms = { fromCurrency: 'USD', toCurrency: 'NGN', amount: 100 };
  const { fromCurrency, toCurrency, inputAmount, exchangeRate, outputAmount } = await ask<Row>(
    'POST',
    '/api/fiat-exchange/calculate',
    { token: customer, body: terms },
  );
  const bankDetails = { bankName: 'First Bank', accountNumber: '0123456789', accountName: 'Ada Okafor' };
  const body = { fromCurrency, toCurrency, inputAmount, exchangeRate, outputAmount, bankDetails };
  const { transaction } = await ask<{ transaction: typeof refusedOrder }>('POST', '/api/fiat-exchange/submit', {
    token: customer,
    body,
  });
  refusedOrder = transaction;
  const account = { name: 'Dollar account', currency: 'USD', format: 'pain001', holderName: 'Landfall', iban };
  const { id: accountId } = await ask<Row>('POST', '/api/admin/desk-accounts', {
    token,
    body: { ...account, bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
  });
  const statement = { name: 'statement.sta', bytes: Buffer.from(statementOf(refusedOrder.reference)) };
  const form = { accountId: String(accountId), statement };
  const importedStatement = await ask<Row>('POST', '/api/admin/statements', { token, form });
  const [line] = await ask<Row[]>('GET', `/api/admin/statement-lines?statement=${String(importedStatement.id)}`, {
    token,
  });
  await ask('POST', `/api/admin/statement-lines/${String(line?.id)}/match`, {
    token,
    body: { transactionId: refusedOrder.id },
  });
  await decide(refusedOrder.id, 'rejected', 'The name is another one.');
});

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a payer reads where the money of a refused exchange is, and sends it back with the password', async () => {
  const { page, user } = await admin(`/admin/transactions?show=all&tx=${refusedOrder.id}`);
  const place = page.getByRole('region', { name: 'Where the money is' });
  await expectTexts(place, 'Owed to customers', '$100.00 USD');
  await expectGoodInEveryAppearance(page, 'admin-review-money');
  await press(page, 'Send money back…');
  const dialog = page.getByRole('dialog', { name: `Send money back for ${refusedOrder.reference}` });
  await press(dialog, 'Money was sent back');
  await expect(dialog.getByText('Please enter the transaction ID.')).toBeVisible();
  await dialog.getByLabel('Paid from').selectOption('Dollar account');
  await fill(dialog, { 'Reference of the bank': 'WIRE-7', 'What happened': 'Sent back on Monday' });
  expectError(page, /403 POST .*amendments/);
  await passSureTime(user);
  await press(dialog, 'Money was sent back');
  await proveAgain(page);
  await expect(dialog).toBeHidden();
  for (const _time of ['at once', 'after a reload']) {
    await expectTexts(place, 'Nothing is held for this order any more.');
    await expect(button(page, 'Send money back…')).toBeHidden();
    await place.getByText('How it came there').click();
    await expectTexts(place, `$100.00 USD given back for ${refusedOrder.reference}`);
    await page.reload();
  }
});

test('the owner closes a month with a difference by reason and password, and opens it again', async () => {
  const { page, user } = await admin(`/admin/books?tab=months&month=${lastMonth}`);
  const month = page.getByRole('region', { name: lastName });
  const close = button(month, `Close ${lastName} with 1 difference`);
  await expectTexts(month, 'Dollar account: The bank has $12.50 USD more than the book.', 'Say why first.');
  await expectGoodInEveryAppearance(page, 'admin-books-to-close');
  await expect(close).toHaveAttribute('aria-disabled', 'true');
  await field(month, 'Why close with a difference?').fill('Interest of the bank, entered next month');
  expectError(page, /403 POST .*(close|reopen)/);
  await passSureTime(user);
  await close.click();
  await proveAgain(page);
  await expect(notice(page, `${lastName} is closed`)).toHaveCount(1);
  await page.reload();
  await expectTexts(month, 'Closed by', 'SHA-256');
  await expect(close).toBeHidden();
  await expectGoodInEveryAppearance(page, 'admin-books-closed');

  await press(month, 'Open again…');
  const dialog = page.getByRole('dialog', { name: `Open ${lastName} again` });
  await press(dialog, `Open ${lastName} again`);
  await expect(dialog.getByText('Please give a reason: it stays in the books.')).toBeVisible();
  await field(dialog, 'Reason').fill('A bill came late');
  await passSureTime(user);
  await press(dialog, `Open ${lastName} again`);
  await proveAgain(page);
  await expect(notice(page, `${lastName} is open again`)).toHaveCount(1);
  await page.reload();
  await expect(close).toBeVisible();
});

test('the owner enters a cost by hand, finds it in the journal and reverses it once', async () => {
  const { page } = await admin('/admin/books');
  const note = `Charge ${crypto.randomUUID()}`;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-books');
  await press(page, 'New entry…');
  // A book without any entry has the same button in its middle.
  await button(page, 'Manual entry…').first().click();
  const dialog = page.getByRole('dialog', { name: 'Manual entry' });
  // Without an account of the bank: no statement would ever have it.
  await dialog.getByLabel('Out of').selectOption('bank');
  await dialog.getByLabel('Currency or coin').selectOption('USD');
  await fill(dialog, { Amount: '12.50', Note: note });
  await expectTexts(dialog, 'What it changes');
  await press(dialog, 'Enter $12.50 USD in the books');
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Journal' }).click();
  const entries = page.getByRole('list', { name: 'Journal' }).getByRole('list').getByRole('listitem');
  await expect(entries).not.toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Order, batch or note' }).fill(note);
  await expect(entries).toHaveCount(1);
  await expectTexts(entries, '$12.50 USD: Bank → Bank costs', note);
  await expectGoodInEveryAppearance(page, 'admin-books-journal');
  await press(entries, /^More for/);
  await press(entries, /^Reverse/);
  const reverseDialog = page.getByRole('dialog', { name: 'Reverse this entry' });
  await field(reverseDialog, 'Note').fill(`${note}, entered twice`);
  await press(reverseDialog, 'Reverse this entry');
  await expect(reverseDialog).toBeHidden();
  for (const _time of ['at once', 'after a reload']) {
    await expect(entries.filter({ hasText: note })).toHaveCount(2);
    await expectTexts(entries.filter({ hasText: 'Reversed: ' }), '$12.50 USD');
    await expect(entries.filter({ hasText: note }).getByRole('button')).toHaveCount(0);
    await page.reload();
  }
});

test('the owner sets a rate, enters an exchange’s sales and saves the month, each after a reload', async () => {
  const { page, user } = await admin('/admin/books?tab=profit');
  const id = crypto.randomUUID();
  const sales = { name: 'kraken.csv', mimeType: 'text/csv', buffer: Buffer.from('') };
  const day = new Date().toISOString().slice(0, 10);
  sales.buffer = Buffer.from(`time,coin,units,money,fee,id\n${day} 00:00:00,BTC,0.01,500.00,1.50,${id}\n`);
  const dialog = page.getByRole('dialog');
  for (const resultText of ['Entered: 1. Known before: 0.', 'Entered: 0. Known before: 1.']) {
    await press(page, 'New entry…');
    await press(page, 'Enter a rate…');
    await dialog.getByLabel('Day (UTC)').fill(day);
    await dialog.getByLabel('Currency or coin').selectOption('KES');
    await fill(dialog, { 'What 1 KES was worth': '0.0077', Note: 'Of the central bank' });
    await press(dialog, 'Set the rate');
    await expect(notice(page, 'The rate is set')).toHaveCount(1);

    await press(page, 'New entry…');
    await press(page, 'Sales on an exchange…');
    await fill(dialog, { Exchange: 'kraken' });
    await dialog.getByLabel('File').setInputFiles(sales);
    await press(dialog, 'Enter the sales');
    await expectTexts(dialog, resultText);
    await dialog.getByText('Close', { exact: true }).click();
    await page.reload();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expectError(page, /403 GET .*export/);
  for (const isSure of [false, true]) {
    if (!isSure) await passSureTime(user);
    await press(page, 'Export a month…');
    const downloadPromise = page.waitForEvent('download');
    await press(dialog, 'Save the file');
    if (!isSure) await proveAgain(page);
    const text = await readFile(await (await downloadPromise).path(), 'utf8');
    expect(text).toContain(id);
    await expect(dialog).toBeHidden();
    await page.reload();
  }
});

test('the owner reads every tab of the books', async () => {
  const { page } = await admin('/admin/books');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const tab of ['Positions', 'Profit', 'Reconciliation', 'Months']) {
    await page.getByRole('link', { name: new RegExp(`^${tab}`) }).click();
    await expect(page.getByRole('link', { name: new RegExp(`^${tab}`) })).toHaveAttribute('aria-current', 'page');
    await expectGoodInEveryAppearance(page, `admin-books-${tab.toLowerCase()}`);
  }
});
