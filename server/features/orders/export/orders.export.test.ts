import { describe, expect, test } from 'vitest';
import { amountOf, decimal, rateOf } from '#shared/kernel/money.ts';
import { readCsv, readPdf } from '#tests/factories/documents.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();

const tether = { id: 'usdt-trc20', name: 'Tether TRC20', symbol: 'USDT', color: '#26a17b' };
const ownerOf = ({ id, email }: Seller) =>
  ({ userId: id, role: 'customer', ...customerRights, email, sessionId: '', requestId: '' }) as const;
const ask = ({ token }: Seller, query: string) =>
  fetch(`${app.url}/api/transactions/export?${query}`, { headers: { Authorization: `Bearer ${token}` } });
const csv = async (who: Seller, query = '') =>
  readCsv(new Uint8Array(await (await ask(who, `format=csv${query}`)).arrayBuffer()));
const pdf = async (who: Seller, query = '') =>
  readPdf(new Uint8Array(await (await ask(who, `format=pdf${query}`)).arrayBuffer()));

const exchange = {
  gives: { type: 'fiat' as const, currency: 'PHP' },
  amount: amountOf('sent', '1000'),
  rate: rateOf('sent', 'payout', '0.0169779'),
  grossAmount: amountOf('payout', '16.97'),
  feePercent: decimal('0'),
  feeAmount: amountOf('payout', '0'),
  payoutAmount: amountOf('payout', '16.97'),
  valueUsd: amountOf('usd', '16.98'),
  deposit: null,
};

describe('the CSV', () => {
  test('has the specified columns first, then rate, fee and payout, newest first, in plain figures', async () => {
    const ada = await aSeller(app, database.pool);
    const sale = await anOrder(app.deps, ownerOf(ada), { at: new Date('2026-03-12T14:02:31.500Z') });
    await anOrder(app.deps, ownerOf(ada), { ...exchange, at: new Date('2026-04-01T00:00:00Z') });
    const [header, first, second, ...more] = await csv(ada);
    expect(header?.slice(0, 6)).toEqual([
      'Date',
      'Cryptocurrency',
      'Amount',
      'Value (USD)',
      'Status',
      'Transaction ID',
    ]);
    expect(more).toEqual([]);
    const cell = (row: string[] | undefined, name: string) => row?.[header?.indexOf(name) ?? -1];
    expect(first?.slice(0, 5)).toEqual(['2026-04-01 00:00:00', 'PHP → USD', '1000', '16.98', 'Pending']);
    expect(second?.slice(0, 6)).toEqual(['2026-03-12 14:02:31', 'Bitcoin (BTC)', '0.01', '391.45', 'Pending', sale]);
    expect(
      ['Reference', 'Rate', 'Fee (%)', 'Fee', 'Payout', 'Payout currency'].map((name) => cell(second, name)),
    ).toEqual([expect.stringMatching(/^LF-/), '39145.28', '5', '19.57', '371.88', 'USD']);
  });

  test('names its columns and states in the language of whoever asks', async () => {
    const ada = await aSeller(app, database.pool);
    await anOrder(app.deps, ownerOf(ada));
    const headers = { Authorization: `Bearer ${ada.token}`, 'Accept-Language': 'es' };
    const answer = await fetch(`${app.url}/api/transactions/export?format=csv`, { headers });
    const [header, row] = readCsv(new Uint8Array(await answer.arrayBuffer()));
    expect([header?.[0], header?.[3], row?.[4]]).toEqual(['Fecha', 'Valor (USD)', 'Pendiente']);
  });

  test('never runs as a formula in a spreadsheet, and keeps quotes, commas and lines', async () => {
    const ada = await aSeller(app, database.pool);
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', 'A "coin", of\r\nlines'];
    for (const [at, name] of names.entries()) {
      const gives = { type: 'sell' as const, coin: { id: 'bitcoin', name, symbol: 'BTC', color: '#f7931a' } };
      await anOrder(app.deps, ownerOf(ada), { gives, at: new Date(Date.UTC(2026, 0, 20 - at)) });
    }
    const [, ...rows] = await csv(ada);
    // Behind a tab a spreadsheet may begin another cell.
    const written = names.map((name, index) => (index < names.length - 1 ? `'${name.replace('\t', "\t'")}` : name));
    expect(rows.map(([, name]) => name)).toEqual(written.map((name) => `${name} (BTC)`));
  });
});

describe('an export', () => {
  test('holds the whole range, and the filters of the list narrow it', async () => {
    const ada = await aSeller(app, database.pool);
    for (let day = 1; day <= 12; day += 1) {
      const terms = day % 3 === 0 ? exchange : {};
      await anOrder(app.deps, ownerOf(ada), { ...terms, at: new Date(Date.UTC(2026, 4, day, 23, 59, 59)) });
    }
    const count = async (query: string) => (await csv(ada, query)).length - 1;
    expect(await count('')).toBe(12);
    expect(await count('&from=2026-05-03&to=2026-05-05')).toBe(3);
    expect(await count('&to=2026-05-01')).toBe(1);
    expect(await count('&type=fiat')).toBe(4);
    expect(await count('&currency=PHP&from=2026-05-07')).toBe(2);
    expect(await count('&status=completed')).toBe(0);
    expect(await count('&q=bitcoin')).toBe(8);
    const other = await aSeller(app, database.pool);
    expect(await csv(other)).toHaveLength(1);
  });

  test('of a wrong range or format is refused before anything is made', async () => {
    const ada = await aSeller(app, database.pool);
    const wrong = ['format=xml', '', 'format=csv&from=2026-05-02&to=2026-05-01', 'format=pdf&from=yesterday'];
    const statuses = await Promise.all(wrong.map(async (query) => (await ask(ada, query)).status));
    expect(statuses).toEqual(wrong.map(() => 400));
    expect((await fetch(`${app.url}/api/transactions/export?format=csv`)).status).toBe(401);
  });

  test('names its file by brand and day', async () => {
    const ada = await aSeller(app, database.pool);
    const answer = await ask(ada, 'format=csv');
    await answer.arrayBuffer();
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get('content-disposition')).toContain(`filename="landfall-transactions-${day}.csv"`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });
});

describe('the PDF report', () => {
  test('has every order with rate, fee, payout and reference, over as many pages as it takes', async () => {
    const ada = await aSeller(app, database.pool);
    for (let day = 1; day <= 30; day += 1) {
      const terms = day % 3 === 0 ? exchange : {};
      await anOrder(app.deps, ownerOf(ada), { ...terms, at: new Date(Date.UTC(2026, 5, day, 8, 5)) });
    }
    const { pages, text } = await pdf(ada, '&from=2026-06-01&to=2026-06-30');
    expect(pages.length).toBe(2);
    expect(pages[0]).toContain('1 Jun 2026 to 30 Jun 2026');
    expect(pages[0]).toContain('Ada Obi');
    for (const detail of ['30 Jun 2026, 08:05', 'PHP → USD', '₱1,000.00 PHP', '1 PHP = 0.0169779 USD']) {
      expect(pages[0]).toContain(detail);
    }
    for (const detail of [
      '1 Jun 2026, 08:05',
      '0.01 BTC',
      '1 BTC = 39,145.28 USD',
      '$19.57',
      '$371.88 USD',
      'Page 2',
    ]) {
      expect(pages[1]).toContain(detail);
    }
    expect(text.match(/LF-[0-9A-Z]{4}-[0-9A-Z]{2}/g)).toHaveLength(30);
    expect(text).toContain('Transactions: 30');
    expect(text.match(/for tax and record-keeping/g)).toHaveLength(2);
  });

  test('spells the standard of a token as the screens do', async () => {
    const ada = await aSeller(app, database.pool);
    await anOrder(app.deps, ownerOf(ada), { gives: { type: 'sell', coin: tether } });
    const { text } = await pdf(ada);
    expect(text).toContain('Tether TRC-20');
    expect((await csv(ada))[1]).toContain('Tether TRC20 (USDT)');
  });

  test('of nothing is a whole document too', async () => {
    const { text } = await pdf(await aSeller(app, database.pool));
    expect(text).toContain('Transactions: 0');
  });

  test('of somebody who hangs up in the middle lets the next one begin', async () => {
    const ada = await aSeller(app, database.pool);
    await anOrder(app.deps, ownerOf(ada));
    const gone = new AbortController();
    const headers = { Authorization: `Bearer ${ada.token}` };
    const url = `${app.url}/api/transactions/export?format=pdf`;
    await fetch(url, { headers, signal: gone.signal });
    gone.abort();
    await expect.poll(async () => (await ask(ada, 'format=csv')).status).toBe(200);
  });
});
