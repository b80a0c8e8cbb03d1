import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails, worth } from '#tests/factories/orders.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const payer = fixture(() => aColleague(testbed, 'payer'));
const auditor = fixture(() => aColleague(testbed, 'auditor'));
const ada = fixture(() => aUser(testbed.database.pool));
const iban = 'DE89370400440532013000';
const euro = { ...bankDetails, accountNumber: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };

type Body = Record<string, unknown>;
async function as(member: { token: string }, method: string, path: string, json?: object) {
  const headers = await steppedUp(testbed.app.deps, member.token);
  return testbed.app.call(method as 'GET', `/api/admin/${path}`, {
    token: member.token,
    headers,
    ...(json && { json }),
  });
}
async function ok(...sent: Parameters<typeof as>): Promise<Body> {
  const { status, body } = await as(...sent);
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}
const listOf = async (path: string, member = payer) => (await ok(member, 'GET', path)) as unknown as Body[];

const account: { id: string } = { id: '' };
beforeAll(async () => {
  const holder = { holderName: 'Landfall Exchange Ltd', bankName: 'Commerzbank', format: 'pain001' };
  const json = { name: 'Main', currency: 'EUR', iban, ...holder };
  const { body } = await testbed.app.call('POST', '/api/admin/desk-accounts', { ...(await theOwner(testbed)), json });
  account.id = String(body.id);
});
beforeEach(async () => {
  await testbed.rows(`delete from settings where key in ('fourEyes', 'payouts', 'rules')`);
  await testbed.app.deps.settings.refresh();
});

async function setPayouts(payouts: object) {
  await testbed.app.call('PUT', '/api/admin/settings', { ...(await theOwner(testbed)), json: { payouts } });
}

type Sent = { id: string; orderId: string; reference: string; batchId: string; batch: string };
/** Payouts in one batch that is released and, unless told otherwise, handed to the bank. */
async function sentPayouts(amounts: string[], { isSent = true } = {}): Promise<Sent[]> {
  const payouts: { id: string; orderId: string; reference: string }[] = [];
  for (const amount of amounts) {
    const orderId = await anOrder(testbed.app.deps, ada, {
      ...worth(amount),
      payoutCurrency: 'EUR',
      paymentDetails: euro,
    });
    const { id, order } = await ok(reviewer, 'POST', `transactions/${orderId}/payout`, {});
    payouts.push({ id: String(id), orderId, reference: String((order as Body).reference) });
  }
  const made = await ok(reviewer, 'POST', 'payout-batches', {
    accountId: account.id,
    payoutIds: payouts.map(({ id }) => id),
  });
  await ok(payer, 'POST', `payout-batches/${String(made.id)}/release`, { digest: made.digest });
  if (isSent) await ok(payer, 'POST', `payout-batches/${String(made.id)}/sent`, {});
  return payouts.map((payout) => ({ ...payout, batchId: String(made.id), batch: String(made.reference) }));
}
const sentPayout = async (amount = '93.02', options?: { isSent: boolean }) => {
  const [payout] = await sentPayouts([amount], options);
  if (!payout) throw new Error('No payout.');
  return payout;
};

let number = 0;
/** An MT940 of the account with these bookings: `D93,02` and a text. */
function statementOf(...lines: [sum: string, text: string, bankRef?: string][]): string {
  number += 1;
  const bookings = lines.map(
    ([sum, text, ref], at) => `:61:2611241124${sum}NTRFNONREF//${ref ?? `R${number}-${at}`}\r\n:86:${text}`,
  );
  return [
    `:20:S${number}`,
    `:25:${iban}`,
    ':28C:1/1',
    ':60F:C261123EUR0,00',
    ...bookings,
    ':62F:C261123EUR0,00',
    '',
  ].join('\r\n');
}

async function upload(file: string | Uint8Array, fields: object = {}, member: { token: string } = payer) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ accountId: account.id, ...fields })) form.set(name, String(value));
  form.set('statement', new Blob([file as BlobPart]), 'statement.txt');
  const headers = { Authorization: `Bearer ${member.token}` };
  const response = await fetch(`${testbed.app.url}/api/admin/statements`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Body };
}

/** A camt.053 without balances. */
function camtOf(...lines: [sum: string, direction: 'in' | 'out', text: string, ref?: string][]): string {
  number += 1;
  const entries = lines.map(
    ([sum, direction, text, ref], at) =>
      `<Ntry><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>${direction === 'in' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>${ref ?? `R${number}-${at}`}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<Document><BkToCstmrStmt><Stmt><Id>S${number}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
/** An imported statement with its lines, in their order. */
async function imported(...lines: Parameters<typeof camtOf>): Promise<{ statement: Body; lines: Body[] }> {
  const { status, body } = await upload(camtOf(...lines));
  expect(status, JSON.stringify(body)).toBe(201);
  return { statement: body, lines: await listOf(`statement-lines?statement=${String(body.id)}`) };
}
const payoutOf = (id: string) => ok(reviewer, 'GET', `payouts/${id}`);
const match = (line: Body | undefined, json: object = {}) =>
  as(payer, 'POST', `statement-lines/${String(line?.id)}/match`, json);
const undo = (line: Body | undefined) =>
  as(payer, 'POST', `statement-lines/${String(line?.id)}/undo`, { reason: 'Wrong' });

describe('what the statement says', () => {
  test('an exact line is proposed, taken by one click, tells the customer, and can be undone', async () => {
    const payout = await sentPayout();
    const { statement, lines } = await imported(['93.02', 'out', `lf ${payout.reference.slice(3)} Ada`]);
    expect(statement).toMatchObject({ isNew: true, lines: 1, added: 1, known: 0, proposed: 1, settled: 0 });
    expect(lines).toMatchObject([
      { state: 'proposed', rule: 'exact', candidates: [{ payoutId: payout.id, difference: '0.00' }] },
    ]);
    expect(await ok(payer, 'POST', `statements/${String(statement.id)}/settle`)).toEqual({ settled: 1, left: 0 });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'settled',
      settledBy: 'statement',
      order: { status: 'completed', stage: 'settled' },
    });
    const mails = await testbed.mailbox.to(ada.email);
    expect(mails.filter(({ template }) => template === 'payout_arrived')).toHaveLength(1);
    expect((await undo(lines[0])).body).toMatchObject({ state: 'proposed', match: null });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'sent',
      settledBy: null,
      order: { status: 'completed', stage: 'sent' },
    });
  });

  test('with the setting, exact lines settle at once, and nothing weaker does', async () => {
    await setPayouts({ settleExact: 'auto' });
    const [exact, fee] = [await sentPayout(), await sentPayout('50.00')];
    const { statement } = await imported(['93.02', 'out', exact.reference], ['50.35', 'out', fee.reference]);
    expect(statement).toMatchObject({ settled: 1, proposed: 1 });
    expect(await payoutOf(fee.id)).toMatchObject({ state: 'sent' });
  });

  test('the same file twice changes nothing, an overlapping one adds what is new, two equal payments are two', async () => {
    const text = camtOf(
      ['5.00', 'out', 'rent', 'X1'],
      ['5.00', 'out', 'rent', 'X1'],
      ['6.00', 'out', 'rent', 'NONREF'],
    );
    const [first, again] = [await upload(text), await upload(text)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({ added: 3, known: 0 });
    expect(again.body).toMatchObject({ id: first.body.id, isNew: false, added: 0 });
    const overlapping = await upload(
      text.replace('</Stmt>', camtOf(['7.00', 'in', 'new']).match(/<Ntry>.*<\/Ntry>/)?.[0] + '</Stmt>'),
    );
    expect(overlapping.body).toMatchObject({ lines: 4, added: 1, known: 3 });
  });

  test('one booking of a whole batch settles all of it, by a click alone', async () => {
    await setPayouts({ settleExact: 'auto' });
    const [one, two] = await sentPayouts(['93.02', '6.98']);
    const { lines } = await imported(['100.00', 'out', `SAMMLER ${one?.batch}`]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'batch' }]);
    expect((await match(lines[0])).body).toMatchObject({
      state: 'matched',
      match: { payouts: [{ amount: '93.02' }, { amount: '6.98' }] },
    });
    for (const payout of [one, two])
      expect(await payoutOf(payout?.id ?? '')).toMatchObject({ state: 'settled', batch: { state: 'closed' } });
  });

  test('a payment in parts settles once with all its lines, and is undone with all of them', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['60.00', 'out', payout.reference], ['33.02', 'out', payout.reference]);
    expect(lines.map(({ rule }) => rule)).toEqual(['split', 'split']);
    expect((await match(lines[1])).body).toMatchObject({ state: 'matched' });
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled' });
    expect((await undo(lines[0])).status).toBe(200);
    const states = (await listOf(`statement-lines?statement=${String(lines[0]?.statementId)}`)).map(
      ({ state }) => state,
    );
    expect([await payoutOf(payout.id), states]).toMatchObject([{ state: 'sent' }, ['proposed', 'proposed']]);
  });

  test('another amount needs the payout and a reason', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.01', 'out', payout.reference]);
    expect(lines).toMatchObject([
      { state: 'unmatched', rule: 'amount_differs', candidates: [{ difference: '-0.01' }] },
    ]);
    const chosen = { payoutIds: [payout.id], as: 'settled' };
    for (const json of [{}, chosen]) expect((await match(lines[0], json)).body.code).toBe('match_amount');
    expect((await match(lines[0], { ...chosen, reason: 'The bank lost a cent' })).body).toMatchObject({
      state: 'matched',
    });
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled' });
  });

  test('the fee that a bank took is stored beside the payout', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.37', 'out', payout.reference]);
    expect((await match(lines[0])).body).toMatchObject({ match: { fee: '0.35', payouts: [{ amount: '93.02' }] } });
  });

  test('a booking of a batch that nobody marked as sent marks it first, and is never taken by itself', async () => {
    await setPayouts({ settleExact: 'auto' });
    const payout = await sentPayout('93.02', { isSent: false });
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'not_sent' }]);
    expect((await match(lines[0])).body).toMatchObject({ state: 'matched' });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'settled',
      order: { status: 'completed', stage: 'settled' },
    });
  });

  test('a second payment is an alarm by mail, and never settles anything', async () => {
    const payout = await sentPayout();
    const first = await imported(['93.02', 'out', payout.reference]);
    await match(first.lines[0]);
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    expect(lines).toMatchObject([{ state: 'unmatched', rule: 'paid_twice' }]);
    expect((await match(lines[0], { payoutIds: [payout.id], as: 'settled', reason: 'x' })).body.code).toBe('conflict');
    const mails = await testbed.mailbox.to(testbed.app.deps.env.admin.email);
    expect(mails.filter(({ template }) => template === 'paid_twice')).toHaveLength(1);
  });

  test('money that comes back is owed again, never settled and returned at once, and the undo settles it again', async () => {
    const payout = await sentPayout();
    const out = await imported(['93.02', 'out', payout.reference]);
    await match(out.lines[0]);
    const { lines } = await imported(['92.52', 'in', payout.reference]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'return' }]);
    expect((await match(lines[0])).status).toBe(200);
    const returned = await payoutOf(payout.id);
    expect(returned).toMatchObject({
      state: 'returned',
      returned: { fee: '0.50' },
      order: { status: 'completed', stage: 'details_needed' },
    });
    const live = () =>
      testbed.rows(`select role from line_matches where payout_id = $1 and undone_at is null and role <> 'fee'`, [
        payout.id,
      ]);
    expect(await live()).toEqual([{ role: 'returned' }]);
    expect((await undo(lines[0])).status).toBe(200);
    expect(await live()).toEqual([{ role: 'settled' }]);
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled', order: { stage: 'settled' } });
  });

  test('a return cannot be undone once the payout is being paid again', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.02', 'in', payout.reference]);
    await match(lines[0]);
    await ok(reviewer, 'POST', `payouts/${payout.id}/again`, { reason: 'Open again' });
    expect((await undo(lines[0])).body.code).toBe('payout_batched');
  });

  test('an ignored line is set aside with its reason, and comes back', async () => {
    const { lines } = await imported(['3.50', 'out', 'Account fees']);
    const path = `statement-lines/${String(lines[0]?.id)}`;
    expect(await ok(payer, 'POST', `${path}/ignore`, { reason: 'Fees' })).toMatchObject({
      state: 'ignored',
      reason: 'Fees',
    });
    expect((await undo(lines[0])).body).toMatchObject({ state: 'unmatched' });
    expect((await undo(lines[0])).body.code).toBe('conflict');
  });
});

describe('what must never happen', () => {
  test('two members who take the same line at once settle it once', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => match(lines[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await testbed.rows(
      `select count(*)::int as live from line_matches where payout_id = $1 and undone_at is null`,
      [payout.id],
    );
    expect(rows).toEqual([{ live: 1 }]);
  });

  test('the same file from two members at once is stored once', async () => {
    const text = camtOf(['8.00', 'out', 'x']);
    const answers = await Promise.all([upload(text), upload(text), upload(text)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test.each([
    ['an XML bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', 'statement_unreadable', { line: 1, why: 'doctype' }],
    ['a file cut off', camtOf(['1.00', 'out', 'x']).slice(0, 300), 'statement_unreadable', { line: 1, why: 'xml' }],
    [
      'bytes of another charset',
      Buffer.from(camtOf(['1.00', 'out', 'ä']), 'latin1'),
      'statement_unreadable',
      { line: 1, why: 'charset' },
    ],
    ['ten megabytes of tags', Buffer.alloc(10 * 1024 * 1024, '<a>'), 'statement_unreadable', { line: 1, why: 'depth' }],
    ['more than ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'file_too_large', undefined],
    [
      'another account',
      camtOf(['1.00', 'out', 'x']).replace(iban, 'NL91ABNA0417164300'),
      'statement_other_account',
      undefined,
    ],
    ['lines that do not add up', statementOf(['D1,00', 'x']), 'statement_unbalanced', undefined],
  ])('%s is refused, and nothing is stored', async (_name, file, code, params) => {
    const count = async () =>
      (await testbed.rows('select (select count(*) from statements) + (select count(*) from statement_lines) as n'))[0]
        ?.n;
    const before = await count();
    const { status, body } = await upload(file);
    expect([status, body]).toMatchObject([code === 'file_too_large' ? 413 : 422, { code, ...(params && { params }) }]);
    expect(await count()).toBe(before);
  });

  test('an auditor reads lines without numbers of accounts, and cannot search for them; a reviewer imports nothing', async () => {
    const { lines } = await imported([
      '4.00',
      'out',
      'To NL91 ABNA 0417 1643 00 and 123456789 for LF-0000-00',
      'BANKREF-1',
    ]);
    const path = `statement-lines?statement=${String(lines[0]?.statementId)}`;
    const [masked] = await listOf(path, auditor);
    expect(masked).toMatchObject({ counterpartyAccount: '••••4300', bankRef: 'BANKREF-1' });
    expect(masked?.text).not.toMatch(/0417|12345/);
    expect(masked?.text).toContain('LF-0000-00');
    expect(await listOf(`${path}&q=0417`, auditor)).toEqual([]);
    expect(await listOf(`${path}&q=0417`)).toHaveLength(1);
    expect((await upload(camtOf(), {}, reviewer)).status).toBe(403);
    expect((await as(auditor, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'x' })).status).toBe(
      403,
    );
  });

  test('other requests are answered while a large statement is read', async () => {
    const lines = Array.from({ length: 4_000 }, (_, at): Parameters<typeof camtOf>[0] => {
      return [`${1 + (at % 900)}.00`, 'out', `payment ${at}`, `BIG-${at}`];
    });
    const reading = upload(camtOf(...lines));
    let answered = 0;
    const stop = reading.then(() => 'read' as const);
    while ((await Promise.race([stop, testbed.app.call('GET', '/api/settings', {})])) !== 'read') answered += 1;
    expect((await reading).body).toMatchObject({ added: 4_000 });
    expect(answered).toBeGreaterThan(2);
  });
});
