import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { receiptView } from '#shared/orders/orders.receipts.contract.ts';
import { download, readCsv, readPdf } from '#tests/factories/documents.ts';
import { anOrder, completedOrder, ofPesos } from '#tests/factories/orders.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { orderOfCode, receiptCode } from './orders.receipts.service.ts';

const { database, app } = openTestbed();

const someone = () => aSeller(app, database.pool);
const soldCoin = (name: string, id = 'bitcoin', symbol = 'BTC') =>
  ({ type: 'sell', coin: { id, name, symbol, color: '#f7931a' } }) as const;
const ask = (seller: Seller, query: string, headers = {}) =>
  download(app, seller, `/api/transactions/export?${query}`, headers);
const csv = async (seller: Seller, query = '', headers = {}) =>
  readCsv((await ask(seller, `format=csv${query}`, headers)).bytes);
const pdf = async (seller: Seller, query = '') => readPdf((await ask(seller, `format=pdf${query}`)).bytes);
/** A sale a day, every third one an exchange; the days of a month, counted from 0. */
const aMonthOf = async (days: number, month: number, seller: Seller) => {
  for (let day = 1; day <= days; day += 1)
    await anOrder(app.deps, seller, { ...(day % 3 === 0 && ofPesos), at: new Date(Date.UTC(2026, month, day, 8, 5)) });
};

describe('the CSV', () => {
  test('has the specified columns first, then rate, fee and payout, newest first, as plain numbers', async () => {
    const ada = await someone();
    const sale = await anOrder(app.deps, ada, { at: new Date('2026-03-12T14:02:31.500Z') });
    await anOrder(app.deps, ada, { ...ofPesos, at: new Date('2026-04-01T00:00:00Z') });
    const [header = [], first, second, ...more] = await csv(ada);
    const specifiedColumns = ['Date', 'Cryptocurrency', 'Amount', 'Value (USD)', 'Status', 'Transaction ID'];
    expect(header.slice(0, 6)).toEqual(specifiedColumns);
    expect(more).toEqual([]);
    expect(first?.slice(0, 5)).toEqual(['2026-04-01 00:00:00', 'PHP → USD', '1000', '16.98', 'Pending']);
    expect(second?.slice(0, 6)).toEqual(['2026-03-12 14:02:31', 'Bitcoin (BTC)', '0.01', '391.45', 'Pending', sale]);
    const otherHeadings = ['Reference', 'Rate', 'Fee (%)', 'Fee', 'Payout', 'Payout currency'];
    const cells = otherHeadings.map((name) => second?.[header.indexOf(name)]);
    expect(cells).toEqual([expect.stringMatching(/^LF-/), '39145.28', '5', '19.57', '371.88', 'USD']);
  });

  test('has the terms of a settlement if there is one', async () => {
    const ada = await someone();
    await database.rows(
      `insert into order_settlements (order_id, outcome, received, paid_for, rest, parts, gross, fee_percent, fee,
       net, accepted_by)
       values ($1, 'late', 0.01, 0.01, 0, '[{"amount": "0.01", "rate": "30000"}]', 300, 4, 12, 288, 'customer')`,
      [await anOrder(app.deps, ada)],
    );
    const [, row] = await csv(ada);
    expect(row).toEqual(expect.arrayContaining(['0.01', '300', '30000', '4', '12', '288']));
  });

  test('has the arrived coins of an unpaid sale, and that they were sent back', async () => {
    const ada = await someone();
    const id = await anOrder(app.deps, ada);
    await database.rows(
      `insert into order_settlements (order_id, outcome, received, paid_for, rest, parts, gross, fee_percent, fee,
       net, accepted_by)
       values ($1, 'short', 0.004, 0, 0, '[]', 0, 5, 0, 0, 'customer')`,
      [id],
    );
    await database.pool.query(
      `update orders set status = 'failed', stage = 'refunded', decided_at = now(), version = version + 1
      where id = $1`,
      [id],
    );
    const [, row] = await csv(ada);
    expect(row?.slice(2, 5)).toEqual(['0.004', '156.58', 'Refunded']);
  });

  test('names its columns and states in the reader’s language', async () => {
    const ada = await someone();
    await anOrder(app.deps, ada);
    const [header, row] = await csv(ada, '', { 'Accept-Language': 'es' });
    expect([header?.[0], header?.[3], row?.[4]]).toEqual(['Fecha', 'Valor (USD)', 'Pendiente']);
  });

  test('never runs as a formula in a spreadsheet, and keeps quotes, commas and lines', async () => {
    const ada = await someone();
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', 'A "coin", of\r\nlines'];
    for (const [at, name] of names.entries())
      await anOrder(app.deps, ada, { gives: soldCoin(name), at: new Date(Date.UTC(2026, 0, 20 - at)) });
    const [, ...rows] = await csv(ada);
    // A spreadsheet may begin another cell after a tab.
    const writtenNames = names.map((name, index) =>
      index < names.length - 1 ? `'${name.replace('\t', "\t'")}` : name,
    );
    expect(rows.map(([, name]) => name)).toEqual(writtenNames.map((name) => `${name} (BTC)`));
  });
});

describe('an export', () => {
  test('has the whole range, and the filters of the list reduce it', async () => {
    const ada = await someone();
    await aMonthOf(12, 4, ada);
    for (const [query, count] of [
      ['', 12],
      ['&from=2026-05-03&to=2026-05-05', 3],
      ['&to=2026-05-01', 1],
      ['&type=fiat', 4],
      ['&currency=PHP&from=2026-05-07', 2],
      ['&status=completed', 0],
      ['&q=bitcoin', 8],
    ] as const)
      expect([query, (await csv(ada, query)).length - 1]).toEqual([query, count]);
    expect(await csv(await someone())).toHaveLength(1);
  });

  test('is refused for a wrong range or format before any work', async () => {
    const ada = await someone();
    const invalidQueries = ['format=xml', '', 'format=csv&from=2026-05-02&to=2026-05-01', 'format=pdf&from=yesterday'];
    for (const query of invalidQueries) expect([query, (await ask(ada, query)).status]).toEqual([query, 400]);
  });

  test('has a file name of brand and day', async () => {
    const { headers } = await ask(await someone(), 'format=csv');
    const day = new Date().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toContain(`filename="landfall-transactions-${day}.csv"`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });
});

describe('the PDF report', () => {
  test('has every order with rate, fee, payout and reference, on several pages', async () => {
    const ada = await someone();
    await aMonthOf(30, 5, ada);
    const { pages, text } = await pdf(ada, '&from=2026-06-01&to=2026-06-30');
    expect(pages).toHaveLength(2);
    const newestCells = ['30 Jun 2026, 08:05', 'PHP → USD', '₱1,000.00 PHP', '1 PHP = 0.0169779 USD'];
    for (const detail of ['1 Jun 2026 to 30 Jun 2026', 'Ada Obi', ...newestCells]) expect(pages[0]).toContain(detail);
    const oldest = ['1 Jun 2026, 08:05', '0.01 BTC', '1 BTC = 39,145.28 USD', '$19.57', '$371.88 USD', 'Page 2'];
    for (const detail of oldest) expect(pages[1]).toContain(detail);
    expect(text.match(/LF-[0-9A-Z]{4}-[0-9A-Z]{2}/g)).toHaveLength(30);
    expect(text).toContain('Transactions: 30');
    expect(text.match(/for tax and record-keeping/g)).toHaveLength(2);
  });

  test('adds up paid orders by currency, and has no sum for unpaid ones', async () => {
    const ada = await someone();
    for (const _order of ['one', 'another']) await completedOrder(app.deps, await anOrder(app.deps, ada));
    const refusedOrder = await anOrder(app.deps, ada);
    await database.pool.query(
      `update orders set status = 'rejected', stage = 'closed', decided_at = now(), version = version + 1
      where id = $1`,
      [refusedOrder],
    );
    const { text } = await pdf(ada);
    expect(text).toMatch(/Sent to you\s*\$743\.76\sUSD/);
    expect(text.match(/\$371\.88\sUSD/g)).toHaveLength(2);
  });

  test('writes the standard of a token like the screens', async () => {
    const ada = await someone();
    await anOrder(app.deps, ada, { gives: soldCoin('Tether TRC20', 'usdt-trc20', 'USDT') });
    expect((await pdf(ada)).text).toContain('Tether TRC-20');
    expect((await csv(ada))[1]).toContain('Tether TRC20 (USDT)');
  });

  test('is a complete document without orders too', async () => {
    expect((await pdf(await someone())).text).toContain('Transactions: 0');
  });

  test('ends when its reader disconnects, so that the next one can begin', async () => {
    const ada = await someone();
    await anOrder(app.deps, ada);
    const hangUp = new AbortController();
    const headers = { Authorization: `Bearer ${ada.token}` };
    await fetch(`${app.url}/api/transactions/export?format=pdf`, { headers, signal: hangUp.signal });
    hangUp.abort();
    await expect.poll(async () => (await ask(ada, 'format=csv')).status).toBe(200);
  });
});

const ben = fixture(someone);
const receipt = (id: string, who = ben) => download(app, who, `/api/transactions/${id}/receipt`);
const check = (code: string) => app.call('GET', `/api/receipts/${code}`);

/** A completed sale and the text of its receipt. */
async function aReceipt(changes: Parameters<typeof anOrder>[2] = {}) {
  const id = await anOrder(app.deps, ben, changes);
  await completedOrder(app.deps, id);
  const answer = await receipt(id);
  return { id, ...answer, ...(await readPdf(answer.bytes)) };
}

describe('the receipt of a completed order', () => {
  test('is a PDF page with the agreed and paid amounts, and a code to verify it', async () => {
    const { id, status, headers, pages, text, bytes, info } = await aReceipt();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-LF-.{7}\.pdf"/);
    expect(pages).toHaveLength(1);
    const fields = ['$371.88', '0.01 BTC', '1 BTC = 39,145.28 USD', '$391.45 USD', 'Fee (5%)', '\u2212$19.57 USD'];
    for (const detail of [...fields, 'Ada Obi', 'First Bank', '•••• 6789', 'WIRE-77', 'Completed'])
      expect(text).toContain(detail);
    expect(text).not.toContain('0123456789');
    expect(bytes.length).toBeLessThan(60_000);
    // The software that reads it aloud needs both.
    expect(info).toMatchObject({ Language: 'en', Title: 'Receipt' });

    const code = /receipt\/([\w-]+)\s*([\w-]*)/.exec(text)?.slice(1).join('') ?? '';
    const response = await check(code);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).toSorted()).toEqual(Object.keys(receiptView.shape).toSorted());
    const shownReceipt = receiptView.parse(response.body);
    expect(text).toContain(shownReceipt.reference);
    expect(shownReceipt).toMatchObject({
      status: 'completed',
      givenAmount: 0.01,
      givenUnit: 'BTC',
      payoutAmount: 371.88,
    });
    expect(orderOfCode(app.deps.env.encryptionKey, code)).toBe(id);
  });

  test('prints names and banks in every script of the product, and Arabic from right to left', async () => {
    const accountName = 'Zoë Müller-Łukasz, Игорь Ёлкин, محمد (علي) إسماعيل';
    const bankName = '中国工商银行, みずほ銀行, 국민은행, البنك الأهلي 1234 ABC';
    const paymentDetails = { method: 'bank', accountName, accountNumber: '1', bankName } as const;
    const { text, bytes } = await aReceipt({ paymentDetails });
    for (const words of [accountName, bankName])
      for (const word of words.split(/[ ,()]+/)) expect(text).toContain(word);
    expect(text).not.toContain('4321');
    expect(bytes.length).toBeLessThan(180_000);
  });

  test('names both currencies and no fee for an exchange', async () => {
    const { text } = await aReceipt(ofPesos);
    for (const detail of ['₱1,000.00 PHP', '1 PHP = 0.0169779 USD', '$16.97', 'None (included in the rate)'])
      expect(text).toContain(detail);
  });

  test('is for its customer alone, and not for an open order', async () => {
    const id = await anOrder(app.deps, ben);
    const openReceipt = await receipt(id);
    expect(openReceipt.status).toBe(409);
    expect(Buffer.from(openReceipt.bytes).toString()).toContain('Only a completed transaction has a receipt.');
    await completedOrder(app.deps, id);
    expect((await receipt(id, await someone())).status).toBe(404);
    expect((await receipt(randomUUID())).status).toBe(404);
  });

  test('is complete when many are made at once', async () => {
    const id = await anOrder(app.deps, ben);
    await completedOrder(app.deps, id);
    const read = async () => (await readPdf((await receipt(id)).bytes)).text.replace(/Created .*/, '');
    const texts = await Promise.all(Array.from({ length: 6 }, read));
    expect(texts[0]).toContain('$371.88');
    expect(new Set(texts).size).toBe(1);
  });
});

test('a code that this business did not print verifies nothing', async () => {
  const id = await anOrder(app.deps, ben);
  const { encryptionKey } = app.deps.env;
  const code = receiptCode(encryptionKey, id);
  /** The code with another letter at this place. */
  const changedAt = (at: number) => code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1);
  // The last letter holds fewer bits than it could: the same bytes have another spelling.
  const spelling = code.at(-1) === 'A' ? 'B' : String.fromCharCode((code.codePointAt(42) ?? 65) + 1);
  for (const forged of [
    changedAt(0),
    changedAt(code.length - 3),
    code.slice(0, -1) + spelling,
    receiptCode('another key of another desk, 32 bytes long', id),
    receiptCode(encryptionKey, randomUUID()),
    id,
    'x',
    `${code}=`,
  ])
    expect([forged, (await check(encodeURIComponent(forged))).status]).toEqual([forged, 404]);
  expect((await check(code)).status).toBe(200);
});
