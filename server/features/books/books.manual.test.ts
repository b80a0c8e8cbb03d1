import { describe, expect, test } from 'vitest';
import { aColleague } from '#tests/factories/approvals.ts';
import { bookCalls, capitalOf, monthsAgo, noonOf } from '#tests/factories/books.ts';
import { outcome, outcomes, teamCalls } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { admin, aBoughtSale, byHand, journal, setRate, upload } = bookCalls(testbed);
const now = monthsAgo(0);
const last = monthsAgo(1);
const entry = (unit: string, amount: string) => capitalOf(unit, amount, last);

describe('a manual entry', () => {
  test('is in the journal with its note and author, and is reversed once by its own entry', async () => {
    const { status, body } = await byHand(entry('USD', '250.00'));
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        kind: 'capital',
        at: noonOf(last).toISOString(),
        bookedIn: last,
        reason: 'Put in by the owner',
        lines: [{ from: 'cash', to: 'capital', unit: 'USD', amount: '250', base: '250.00' }],
        late: false,
      },
    });
    const undo = () => admin.post(`books/entries/${body.id}/reverse`, { note: 'Typed twice' });
    expect(await outcomes([undo(), undo()])).toEqual(['201', '409 already_decided entry_reversed']);
    const [reversal, first] = await journal('?kind=capital');
    expect(reversal).toMatchObject({
      kind: 'capital',
      reversalOf: body.id,
      bookedIn: last,
      lines: [{ from: 'capital', to: 'cash', amount: '250' }],
    });
    expect(first).toMatchObject({ id: body.id, reversedBy: reversal?.id });
    const secondReversal = admin.post(`books/entries/${String(reversal?.id)}/reverse`, { note: 'No' });
    expect(await outcome(secondReversal)).toBe('409 already_decided entry_reversed');
    expect(await testbed.audit('book.entered')).toHaveLength(1);
    expect(await testbed.audit('book.reversed')).toHaveLength(1);
  });

  test.each([
    ['nothing', entry('USD', '0')],
    ['less than nothing', entry('USD', '-5')],
    ['a billionth of a coin with eight decimals', entry('bitcoin', '0.000000001')],
    [
      'yen with cents',
      { ...entry('USD', '1'), lines: [{ from: 'cash', to: 'capital', unit: 'JPY', amount: '100.50' }] },
    ],
    ['an unknown unit', { ...entry('USD', '1'), lines: [{ from: 'cash', to: 'capital', unit: 'XXX', amount: '1' }] }],
    [
      'a coin in the account of another',
      {
        ...entry('USD', '1'),
        lines: [{ from: 'coins:bitcoin', to: 'capital', unit: 'ethereum', amount: '1' }],
      },
    ],
    [
      'a coin at a bank',
      { ...entry('USD', '1'), lines: [{ from: 'bank', to: 'capital', unit: 'bitcoin', amount: '1' }] },
    ],
    [
      'the money of a customer',
      {
        ...entry('USD', '1'),
        lines: [{ from: `owed:${crypto.randomUUID()}`, to: 'cash', unit: 'USD', amount: '1' }],
      },
    ],
    ['a time to come', { ...entry('USD', '1'), at: new Date(Date.now() + 86_400_000).toISOString() }],
    ['a time before there were coins', { ...entry('USD', '1'), at: '0001-01-01T00:00:00Z' }],
    ['no lines', { ...entry('USD', '1'), lines: [] }],
    ['no note', { ...entry('USD', '1'), note: ' ' }],
  ])('of %s is refused', async (_name, wrong) => {
    expect(await outcome(byHand(wrong))).toMatch(/^400 invalid_input/);
  });

  test('is refused if it moves nothing, or sells coins for nothing', async () => {
    const still = { ...entry('USD', '1'), lines: [{ from: 'cash', to: 'cash', unit: 'USD', amount: '1' }] };
    const gift = {
      ...entry('USD', '1'),
      kind: 'disposal' as const,
      lines: [{ from: 'position', to: 'exchange:kraken', unit: 'bitcoin', amount: '1' }],
    };
    expect(await outcome(byHand(still))).toBe('422 unbalanced');
    expect(await outcome(byHand(gift))).toBe('422 unbalanced');
  });

  test('at an own account is in the currency of that account', async () => {
    const { body } = await admin.post('desk-accounts', {
      name: 'Main',
      currency: 'EUR',
      format: 'pain001',
      holderName: 'Landfall Exchange Ltd',
      iban: 'DE89 3704 0044 0532 0130 00',
      bic: 'COBADEFFXXX',
      bankName: 'Commerzbank',
    });
    const opening = (unit: string, account: unknown) =>
      byHand({
        ...entry('USD', '1'),
        kind: 'opening',
        lines: [{ from: `bank:${String(account)}`, to: 'capital', unit, amount: '9' }],
      });
    expect(await outcome(opening('USD', body.id))).toBe('400 invalid_input unit_unknown');
    expect(await outcome(opening('EUR', crypto.randomUUID()))).toBe('404 not_found desk_account_not_found');
    expect(await opening('EUR', body.id)).toMatchObject({ status: 201, body: { lines: [{ base: null }] } });
  });

  test('cannot reverse an entry of another part of the product', async () => {
    const orderId = await aBoughtSale();
    const [purchase] = await journal(`?order=${orderId}&kind=settled`);
    const undo = admin.post(`books/entries/${String(purchase?.id)}/reverse`, { note: 'No' });
    expect(await outcome(undo)).toBe('409 already_decided entry_reversed');
    const reversal = admin.post(`books/entries/${crypto.randomUUID()}/reverse`, { note: 'No' });
    expect(await outcome(reversal)).toBe('404 not_found entry_not_found');
  });
});

describe('a rate of the books', () => {
  test('gives the lines of its day a value, and a day without one stays unknown', async () => {
    await byHand(capitalOf('ethereum', '2', last, '04'));
    const valueOf = async () => (await journal('?account=coins:ethereum'))[0]?.lines[0]?.base;
    expect(await valueOf()).toBeNull();
    expect(await outcome(setRate(`${last}-05`, 'ethereum', '9'))).toBe('200');
    expect(await valueOf()).toBeNull();
    expect((await setRate(`${last}-04`, 'ethereum', '2450.555')).body).toMatchObject({ rate: '2450.555' });
    expect(await valueOf()).toBe('4901.11');
  });

  test.each([
    ['of a unit that there is not', `${last}-04`, 'XXX', '1'],
    ['of the dollar itself', `${last}-04`, 'USD', '1'],
    ['of nothing', `${last}-04`, 'EUR', '0'],
    ['of a day to come', '2999-01-01', 'EUR', '1'],
    ['of a day that does not exist', `${last}-32`, 'EUR', '1'],
  ])('%s is refused', async (_name, day, unit, rate) => {
    expect(await outcome(setRate(day, unit, rate))).toMatch(/^400 invalid_input/);
  });
});

describe('a file of sales on an exchange', () => {
  const file = (...rows: string[]) => ['time,coin,units,money,fee,id', ...rows].join('\r\n');
  const row = (id: string, units = '0.004') => `${now}-01 00:00:00,BTC,${units},"1,600.00",2.50,${id}`;

  test('is entered once however often it is sent, and its invalid rows are named', async () => {
    const text = file(row('T-1'), row('T-2', '-0.004'), row('T-3'));
    const first = await upload(text);
    expect(first).toMatchObject({
      status: 200,
      body: { added: 2, known: 0, problems: [{ line: 3, why: 'negative' }] },
    });
    expect((await upload(text)).body).toMatchObject({ added: 0, known: 2 });
    const both = await Promise.all([upload(file(row('T-4'))), upload(file(row('T-4')))]);
    expect(both.map(({ body }) => String(body.added)).toSorted()).toEqual(['0', '1']);
    expect((await upload(file(row('T-1')), 'coinbase')).body).toMatchObject({ added: 1 });
    const sold = await journal('?kind=disposal&account=exchange:kraken');
    expect(sold).toHaveLength(3);
    expect(sold[0]?.lines).toMatchObject([
      { from: 'position', to: 'exchange:kraken', unit: 'bitcoin', amount: '0.004', base: null },
      { from: 'exchange:kraken', to: 'position', unit: 'USD', amount: '1600', base: '1600.00' },
      { from: 'cost:bank', to: 'exchange:kraken', unit: 'USD', amount: '2.5', base: '2.50' },
    ]);
    expect(await testbed.audit('book.disposed')).toHaveLength(3);
  });

  test('may sell more than the book has, and is entered again after it was reversed', async () => {
    expect((await upload(file(row('T-9', '999')))).body).toMatchObject({ added: 1 });
    const [disposal] = await journal('?q=kraken/T-9');
    expect(await outcome(admin.post(`books/entries/${String(disposal?.id)}/reverse`, { note: 'Wrong' }))).toBe('201');
    expect((await upload(file(row('T-9')))).body).toMatchObject({ added: 1, known: 0 });
  });

  test('is refused as a whole if it is no table, or its exchange has no name', async () => {
    expect(await outcome(upload('time,coin\n1,2'))).toBe('422 statement_unreadable disposals_unreadable');
    expect(await outcome(upload(file('"open')))).toBe('422 statement_unreadable disposals_unreadable');
    expect(await outcome(upload(file(row('T-8')), 'My exchange!'))).toMatch(/^400 invalid_input/);
  });
});

describe('the journal', () => {
  test('finds entries by account, order, reference, kind and time, newest first', async () => {
    const orderId = await aBoughtSale();
    const found = async (query: string) => (await journal(query)).map(({ kind }) => kind);
    const kinds = ['claim', 'settled', 'transfer.arrived'];
    expect((await found(`?order=${orderId}`)).toSorted()).toEqual(['claim', 'settled']);
    expect((await found(`?account=held:${orderId}`)).toSorted()).toEqual(['claim', 'settled']);
    expect(await found('?account=nothing')).toEqual([]);
    const { reference } = (await journal(`?order=${orderId}`))[0]?.order ?? {};
    expect((await found(`?q=${String(reference).toLowerCase()}`)).toSorted()).toEqual(['claim', 'settled']);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found(`?from=${today}&kind=transfer.arrived`)).toContain('transfer.arrived');
    expect(await found('?to=2020-01-01')).toEqual([]);
    const newest = await journal('?pageSize=100');
    expect(newest.map(({ at }) => at)).toEqual(
      newest
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(newest.map(({ kind }) => kind))).toEqual(new Set([...kinds, 'capital', 'opening', 'disposal']));
  });

  test("hides members' texts about accounts from the auditor, who cannot search them", async () => {
    const note = 'Back to DE89370400440532013000';
    await byHand({ ...entry('USD', '3'), note });
    const { token } = await aColleague(testbed, 'auditor');
    const auditor = teamCalls(testbed.app, { token });
    expect(await journal('?q=0532013000')).toMatchObject([{ reason: note }]);
    expect(await auditor.list('books/journal?q=0532013000')).toEqual([]);
    expect(await auditor.text('books/journal?kind=capital')).not.toContain('DE893704');
    expect(await outcome(auditor.post('books/entries', entry('USD', '3')))).toMatch(/^403/);
  });

  test('shows where the money of one order is', async () => {
    const orderId = await aBoughtSale();
    const { body } = await admin.get(`books/orders/${orderId}`);
    expect(body).toMatchObject({
      entries: [{ kind: 'claim' }, { kind: 'settled' }],
      accounts: [{ account: `owed:${orderId}`, unit: 'USD', amount: '371.88' }],
    });
    expect(await outcome(admin.get(`books/orders/${crypto.randomUUID()}`))).toBe('404 not_found order_not_found');
  });
});
