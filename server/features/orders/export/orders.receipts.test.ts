import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { amountOf, decimal, rateOf } from '#shared/kernel/money.ts';
import { receiptView } from '#shared/orders/orders.receipts.contract.ts';
import { readPdf } from '#tests/factories/documents.ts';
import { anOrder, completed } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { orderOfCode, receiptCode } from './orders.receipts.service.ts';

const { database, app } = openTestbed();
let owner: Parameters<typeof anOrder>[1];

const ada = fixture(() => aSeller(app, database.pool));
beforeAll(async () => {
  owner = { userId: ada.id, role: 'customer', ...customerRights, email: ada.email, sessionId: '', requestId: '' };
});

const receipt = (id: string, { token } = ada) =>
  fetch(`${app.url}/api/transactions/${id}/receipt`, { headers: { Authorization: `Bearer ${token}` } });
const check = (code: string) => app.call('GET', `/api/receipts/${code}`);

/** A completed sale and the text of its receipt. */
async function aReceipt(changes: Parameters<typeof anOrder>[2] = {}) {
  const id = await anOrder(app.deps, owner, changes);
  await completed(app.deps, id);
  const answer = await receipt(id);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { id, answer, bytes, ...(await readPdf(bytes)) };
}

describe('the receipt of a completed order', () => {
  test('is a PDF of one page with what was agreed and paid, and a code anybody can check it by', async () => {
    const { id, answer, pages, text, bytes } = await aReceipt();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-LF-.{7}\.pdf"/);
    expect(pages).toHaveLength(1);
    const fields = ['$371.88', '0.01 BTC', '1 BTC = 39,145.28 USD', '$391.45 USD', 'Fee (5%)', '\u2212$19.57 USD'];
    for (const detail of [...fields, 'Ada Obi', 'First Bank', '•••• 6789', 'WIRE-77', 'Completed'])
      expect(text).toContain(detail);
    expect(text).not.toContain('0123456789');
    expect(bytes.length).toBeLessThan(60_000);

    const code = /receipt\/([\w-]+)\s*([\w-]*)/.exec(text)?.slice(1).join('') ?? '';
    const { status, body } = await check(code);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(receiptView.shape).toSorted());
    const shown = receiptView.parse(body);
    expect(text).toContain(shown.reference);
    expect(shown).toMatchObject({ status: 'completed', givenAmount: 0.01, givenUnit: 'BTC', payoutAmount: 371.88 });
    expect(orderOfCode(app.deps.env.encryptionKey, code)).toBe(id);
  });

  test('says its language and its title to the software that reads it aloud', async () => {
    const { info } = await aReceipt();
    expect(info).toMatchObject({ Language: 'en', Title: 'Receipt' });
  });

  test('prints names and banks in every writing the product speaks', async () => {
    const accountName = 'Zoë Müller-Łukasz, Игорь Ёлкин';
    const bankName = '中国工商银行, みずほ銀行, 국민은행';
    const { text, bytes } = await aReceipt({
      paymentDetails: { method: 'bank', accountName, accountNumber: '1', bankName },
    });
    for (const word of [...accountName.split(', '), ...bankName.split(', ')]) expect(text).toContain(word);
    expect(bytes.length).toBeLessThan(150_000);
  });

  test('sets Arabic from right to left, with its numbers and Latin words the way they are read', async () => {
    const details = { accountName: 'محمد (علي) إسماعيل', bankName: 'البنك الأهلي 1234 ABC', accountNumber: '1' };
    const { text } = await aReceipt({ paymentDetails: { method: 'bank', ...details } });
    for (const word of ['محمد', 'علي', 'إسماعيل', 'البنك', 'الأهلي', '1234', 'ABC']) expect(text).toContain(word);
    expect(text).not.toContain('4321');
  });

  test('of an exchange names both currencies and no fee', async () => {
    const { text } = await aReceipt({
      gives: { type: 'fiat', currency: 'PHP' },
      amount: amountOf('sent', '1000'),
      rate: rateOf('sent', 'payout', '0.0169779'),
      grossAmount: amountOf('payout', '16.97'),
      feePercent: decimal('0'),
      feeAmount: amountOf('payout', '0'),
      payoutAmount: amountOf('payout', '16.97'),
      deposit: null,
    });
    for (const detail of ['₱1,000.00 PHP', '1 PHP = 0.0169779 USD', '$16.97', 'None (included in the rate)']) {
      expect(text).toContain(detail);
    }
  });

  test('is there for nobody else, and for no order that is still open', async () => {
    const { id } = await aReceipt();
    const bob = await aSeller(app, database.pool);
    expect((await receipt(id, bob)).status).toBe(404);
    expect((await receipt(randomUUID())).status).toBe(404);
    const open = await receipt(await anOrder(app.deps, owner));
    expect(open.status).toBe(409);
    expect(await open.json()).toMatchObject({ message: 'Only a completed transaction has a receipt.' });
  });

  test('made many at once, all come whole', async () => {
    const { id } = await aReceipt();
    const read = async () => {
      const answer = await receipt(id);
      return readPdf(new Uint8Array(await answer.arrayBuffer()));
    };
    const texts = await Promise.all(Array.from({ length: 6 }, read));
    expect(new Set(texts.map(({ text }) => text.replace(/Created .*/, ''))).size).toBe(1);
  });
});

test('a code that was not printed by this business confirms nothing', async () => {
  const id = await anOrder(app.deps, owner);
  const { encryptionKey } = app.deps.env;
  const code = receiptCode(encryptionKey, id);
  const other = code.startsWith('A') ? 'B' : 'A';
  const spelling = (code.at(-1) === 'A' ? 'B' : String.fromCharCode((code.codePointAt(42) ?? 65) + 1)).slice(0, 1);
  const forged = [
    `${other}${code.slice(1)}`,
    `${code.slice(0, -3)}${code.at(-3) === 'A' ? 'B' : 'A'}${code.slice(-2)}`,
    `${code.slice(0, -1)}${spelling}`,
    receiptCode('another key of another desk, 32 bytes long', id),
    receiptCode(encryptionKey, randomUUID()),
    id,
    'x',
    `${code}=`,
  ];
  const answers = await Promise.all(forged.map(async (item) => [item, (await check(encodeURIComponent(item))).status]));
  expect(answers).toEqual(forged.map((item) => [item, 404]));
  expect((await check(code)).status).toBe(200);
});
