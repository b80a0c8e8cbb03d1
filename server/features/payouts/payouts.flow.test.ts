import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aColleague, setRules, theOwner } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails, worth } from '#tests/factories/orders.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const payer = fixture(() => aColleague(testbed, 'payer'));
const support = fixture(() => aColleague(testbed, 'support'));
const ada = fixture(() => aUser(testbed.database.pool));
const euro = { ...bankDetails, accountNumber: 'NL91 ABNA 0417 1643 00', bankName: 'ABN AMRO' };

type Body = Record<string, unknown>;
async function as(member: { token: string }, method: string, path: string, json?: object) {
  const headers = await steppedUp(testbed.app.deps, member.token);
  const sent = { token: member.token, headers, ...(json && { json }) };
  return testbed.app.call(method as 'GET', `/api/admin/${path}`, sent);
}
/** The body of a call that succeeds. */
async function ok(...sent: Parameters<typeof as>): Promise<Body> {
  const { status, body } = await as(...sent);
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}

const account: { id: string } = { id: '' };
beforeAll(async () => {
  const deskAccount = {
    name: 'Main',
    currency: 'EUR',
    format: 'pain001',
    holderName: 'Landfall Exchange Ltd',
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFFXXX',
    bankName: 'Commerzbank',
  };
  const { body } = await testbed.app.call('POST', '/api/admin/desk-accounts', {
    ...(await theOwner(testbed)),
    json: deskAccount,
  });
  account.id = String(body.id);
});
beforeEach(async () => {
  await testbed.rows(`delete from settings where key in ('fourEyes', 'payouts', 'rules')`);
  await testbed.app.deps.settings.refresh();
});

const inEuro = (amount = '93.02') => ({ ...worth(amount), payoutCurrency: 'EUR', paymentDetails: euro });
/** An approved payout; without terms 93.02 EUR. */
async function aPayout(terms: object = inEuro(), customer = ada): Promise<Body & { id: string; orderId: string }> {
  const orderId = await anOrder(testbed.app.deps, customer, terms);
  const body = await ok(reviewer, 'POST', `transactions/${orderId}/payout`, {});
  return { ...body, id: String(body.id), orderId };
}
const aBatch = (payoutIds: string[], more: object = {}) =>
  ok(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds, ...more });
const release = ({ id, digest }: Body, member: { token: string } = payer) =>
  as(member, 'POST', `payout-batches/${String(id)}/release`, { digest });
const orderOf = async (id: string) => ok(reviewer, 'GET', `transactions/${id}`);
const codeOf = async (answer: ReturnType<typeof as>) => (await answer).body.code;

describe('from approval to the bank', () => {
  test('an approved order is released, written to a file, handed to the bank and completed, once', async () => {
    const payout = await aPayout();
    expect(payout).toMatchObject({ state: 'due', amount: '93.02', currency: 'EUR', differs: ['first_payout'] });
    expect(payout).toMatchObject({ checks: [{ code: 'name_unknown', level: 'warn' }], tampered: false });
    expect(await orderOf(payout.orderId)).toMatchObject({ status: 'processing', stage: 'approved' });
    const batch = await aBatch([payout.id]);
    expect(batch).toMatchObject({ state: 'prepared', count: 1, total: '93.02', needsSecond: false, format: 'pain001' });
    expect((await release(batch)).body).toMatchObject({
      state: 'released',
      fileName: `${String(batch.reference)}.xml`,
    });
    expect(await codeOf(release(batch))).toBe('conflict');
    const { text, headers } = await fileOf(batch.id);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
    const endToEndId = `${String((payout.order as Body).reference)}-1`;
    expect(text).toContain(`<EndToEndId>${endToEndId}</EndToEndId>`);
    expect(await ok(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, {})).toMatchObject({ state: 'sent' });
    expect(await orderOf(payout.orderId)).toMatchObject({
      status: 'completed',
      stage: 'sent',
      adminTransactionId: endToEndId,
      adminNotes: `Paid in batch ${String(batch.reference)}`,
    });
    expect((await orderOf(payout.orderId)).payout).toMatchObject({
      state: 'sent',
      endToEndId,
      mayChangeDetails: false,
    });
    expect((await fileOf(batch.id)).text).toBe(text);
    const { events } = (await orderOf(payout.orderId)) as { events: Body[] };
    expect(events.map(({ stage }) => stage)).toEqual([null, 'approved', 'batched', 'released', 'sent']);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'sent',
      attempts: [{ no: 1, state: 'sent' }],
    });
  });

  test('a payout that came back is paid again with another number, and settled by a member', async () => {
    const payout = await aPayout();
    await sendAlone(payout.id);
    const back = { reason: 'account_closed', note: 'Account closed', askCustomer: false };
    expect(await ok(payer, 'POST', `payouts/${payout.id}/return`, back)).toMatchObject({
      state: 'returned',
      returned: { reason: 'account_closed', amount: '93.02' },
      order: { stage: 'returned' },
    });
    expect(await ok(reviewer, 'POST', `payouts/${payout.id}/again`, { reason: 'Open again' })).toMatchObject({
      state: 'due',
    });
    await sendAlone(payout.id);
    expect(await ok(payer, 'POST', `payouts/${payout.id}/settle`, { reason: 'Seen' })).toMatchObject({
      state: 'settled',
      settledBy: 'member',
      attemptNo: 2,
      order: { status: 'completed', stage: 'settled' },
    });
    const closed = await testbed.rows(
      `select distinct b.state from payout_batches b join payout_attempts a
      on a.batch_id = b.id where a.payout_id = $1`,
      [payout.id],
    );
    expect(closed).toEqual([{ state: 'closed' }]);
  });

  test('what is paid by hand is a batch of one, and is never paid a second time', async () => {
    await testbed.app.call('PUT', '/api/admin/settings', {
      ...(await theOwner(testbed)),
      json: { rules: { payoutEvidenceRequired: false } },
    });
    const [byHand, waiting] = [await anOrder(testbed.app.deps, ada, inEuro()), await aPayout()];
    for (const id of [byHand, waiting.orderId])
      await ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });
    expect(await orderOf(waiting.orderId)).toMatchObject({ status: 'completed', stage: 'sent' });
    const found = await testbed.rows(
      `select p.state, a.state as attempt, b.format, b.state as batch from payouts p join payout_attempts a
       on a.payout_id = p.id join payout_batches b on b.id = a.batch_id where p.order_id = any($1)`,
      [[byHand, waiting.orderId]],
    );
    const line = { state: 'sent', attempt: 'sent', format: 'by_hand', batch: 'sent' };
    expect(found).toEqual([line, line]);
    expect(await codeOf(as(reviewer, 'POST', `transactions/${byHand}/payout`, {}))).toBe('already_decided');
    expect(await codeOf(as(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [waiting.id] }))).toBe(
      'payouts_taken',
    );
  });

  test('an order is not decided while its payout is in a batch, and a refused one owes nothing', async () => {
    const payout = await aPayout();
    const reject = () => as(reviewer, 'PUT', `transactions/${payout.orderId}/status`, { status: 'rejected' });
    const batch = await aBatch([payout.id]);
    expect(await codeOf(reject())).toBe('payout_batched');
    await release(batch);
    expect(await codeOf(reject())).toBe('payout_released');
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason: 'Wrong account' });
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({ state: 'held', reason: 'Wrong account' });
    expect((await as(payer, 'GET', `payout-batches/${String(batch.id)}/file`)).status).toBe(404);
    expect((await reject()).status).toBe(200);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'cancelled',
      order: { stage: 'closed' },
    });
  });

  test('a reversal ends the payout once, and a second payment is a payout of its own', async () => {
    const payout = await aPayout();
    await sendAlone(payout.id);
    const extra = await ok(reviewer, 'POST', `transactions/${payout.orderId}/payout`, {
      kind: 'extra',
      amount: '5.00',
      note: 'Owed',
    });
    expect(extra).toMatchObject({ kind: 'extra', amount: '5.00', state: 'due', order: { stage: 'sent' } });
    await sendAlone(String(extra.id));
    expect(await ok(reviewer, 'GET', `payouts/${String(extra.id)}`)).toMatchObject({ state: 'sent', attemptNo: 2 });
    const amendment = new FormData();
    for (const [name, value] of Object.entries({ kind: 'reversal', note: 'Fraud', transactionId: 'R-1' }))
      amendment.set(name, value);
    const reverse = () =>
      fetch(`${testbed.app.url}/api/admin/transactions/${payout.orderId}/amendments`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${reviewer.token}` },
        body: amendment,
      });
    expect((await reverse()).status).toBe(201);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'reversed',
      order: { stage: 'reversed' },
    });
    expect((await reverse()).status).toBe(409);
  });

  async function sendAlone(payoutId: string) {
    const batch = await aBatch([payoutId]);
    expect((await release(batch)).status).toBe(200);
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, { bankReference: 'UP-1' });
  }
  async function fileOf(id: unknown) {
    const headers = { Authorization: `Bearer ${payer.token}`, ...(await steppedUp(testbed.app.deps, payer.token)) };
    const response = await fetch(`${testbed.app.url}/api/admin/payout-batches/${String(id)}/file`, { headers });
    return { text: await response.text(), headers: response.headers };
  }
});

describe('what must never happen', () => {
  test('500 members who make a batch at the same time pay each order once', async () => {
    const ids = [(await aPayout()).id, (await aPayout()).id];
    const json = { accountId: account.id, payoutIds: ids };
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        testbed.app.call('POST', '/api/admin/payout-batches', {
          token: reviewer.token,
          json: at % 2 ? { ...json, payoutIds: ids.slice(0, 1) } : json,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const taken = answers.filter(({ status }) => status !== 201 && status !== 503);
    expect(new Set(taken.map(({ body }) => body.code))).toEqual(new Set(['payouts_taken']));
    const live = await testbed.rows(
      `select count(*)::int as n from payout_attempts where payout_id = any($1) and state = 'open' group by payout_id`,
      [ids],
    );
    expect(live.every(({ n }) => n === 1)).toBe(true);
  }, 120_000);

  test('whoever made the batch, or approved one of its orders, does not release it where a rule asks for two', async () => {
    expect((await setRules(testbed, { payoutRelease: true })).status).toBe(200);
    const owner = await theOwner(testbed);
    const payout = await aPayout();
    const batch = await testbed.app.call('POST', '/api/admin/payout-batches', {
      ...owner,
      json: { accountId: account.id, payoutIds: [payout.id] },
    });
    const seen = await ok({ token: owner.token }, 'GET', `payout-batches/${String(batch.body.id)}`);
    expect(seen).toMatchObject({ needsSecond: true, mayRelease: false, whyNot: 'own_request' });
    expect(await codeOf(release(batch.body, owner))).toBe('own_request');
    expect((await release(batch.body)).body).toMatchObject({ state: 'released', needsSecond: true });
  });

  test('many small payouts to one customer on one day need two members together', async () => {
    await setRules(testbed, { payoutOverUsd: 150 });
    const customer = await aUser(testbed.database.pool);
    const [first, second] = [await aPayout(inEuro('90.00'), customer), await aPayout(inEuro('90.00'), customer)];
    expect(await aBatch([first.id])).toMatchObject({ needsSecond: false });
    const [{ id } = { id: '' }] = (await ok(reviewer, 'GET', 'payout-batches')) as unknown as { id: string }[];
    await release(await ok(reviewer, 'GET', `payout-batches/${id}`));
    expect(await aBatch([second.id])).toMatchObject({ needsSecond: true });
  });

  test('a batch, a payee or a file that was changed in the database is not paid', async () => {
    const [one, two] = [await aPayout(), await aPayout()];
    const forge = (sql: string, id: unknown) => testbed.rows(sql, [id]);
    const disabled = async (table: string, sql: string, id: unknown) => {
      await testbed.rows(`alter table ${table} disable trigger user`);
      await forge(sql, id);
      await testbed.rows(`alter table ${table} enable trigger user`);
    };
    const thief = `'{"method":"bank","accountName":"Ada Obi","accountNumber":"GB82WEST12345698765432","bankName":"X"}'`;
    await disabled('payouts', `update payouts set details = ${thief} where id = $1`, one.id);
    const blocked = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [one.id] });
    expect(blocked.body).toMatchObject({ code: 'payee_blocked', params: { id: one.id, code: 'tampered' } });
    const batch = await aBatch([two.id]);
    await disabled('payout_attempts', `update payout_attempts set details = ${thief} where payout_id = $1`, two.id);
    expect(await codeOf(release(batch))).toBe('batch_changed');
    const good = await aBatch([(await aPayout()).id]);
    await release(good);
    await disabled('payout_files', `update payout_files set bytes = bytes || '\\x20' where batch_id = $1`, good.id);
    expect(await codeOf(as(payer, 'GET', `payout-batches/${String(good.id)}/file`))).toBe('file_changed');
    expect(await codeOf(as(payer, 'POST', `payout-batches/${String(good.id)}/sent`, {}))).toBe('file_changed');
  });

  test('a payee that cannot be right stops the batch', async () => {
    const wrong = { ...euro, accountNumber: 'DE89370400440532013001' };
    const payout = await aPayout({ ...inEuro(), paymentDetails: wrong });
    const { body } = await as(reviewer, 'POST', 'payout-batches', { accountId: account.id, payoutIds: [payout.id] });
    expect(body).toMatchObject({ code: 'payee_blocked', params: { id: payout.id, code: 'checksum' } });
  });

  test('a release that fails halfway leaves the batch prepared and without a file', async () => {
    const batch = await aBatch([(await aPayout()).id]);
    await testbed.rows(`alter table payout_files add constraint broken check (length(bytes) < 0) not valid`);
    expect((await release(batch)).status).toBe(500);
    await testbed.rows(`alter table payout_files drop constraint broken`);
    expect(await ok(reviewer, 'GET', `payout-batches/${String(batch.id)}`)).toMatchObject({
      state: 'prepared',
      fileName: null,
    });
    expect((await release(batch)).status).toBe(200);
  });

  test('roles see what they need: no file for support, no release for a reviewer, account numbers masked', async () => {
    const payout = await aPayout();
    const batch = await aBatch([payout.id]);
    expect((await release(batch, reviewer)).body).toMatchObject({
      code: 'not_permitted',
      params: { may: 'payouts.release' },
    });
    expect((await as(support, 'GET', `payout-batches/${String(batch.id)}/file`)).status).toBe(403);
    const [line] = (await ok(support, 'GET', `payout-batches/${String(batch.id)}`)).lines as { payee: Body }[];
    expect(line?.payee.accountNumber).toBe('••••3 00');
    expect(await ok(support, 'GET', 'payouts?state=batched&q=0417')).toEqual([]);
  });
});

test('the figures count each payout once, and the list finds it by its references', async () => {
  const before = await figures();
  const payout = await aPayout(inEuro('10.10'));
  const after = await figures();
  expect(Number(after.cashNeeded) - Number(before.cashNeeded)).toBeCloseTo(10.1);
  expect((after.due as Body).payouts).toBe(Number((before.due as Body).payouts) + 1);
  const reference = String((payout.order as Body).reference);
  const found = (await ok(payer, 'GET', `payouts?q=${reference.toLowerCase()}`)) as unknown as Body[];
  expect(found.map(({ id }) => id)).toEqual([payout.id]);
  async function figures(): Promise<Body> {
    const { currencies } = (await ok(payer, 'GET', 'payouts/figures')) as { currencies: Body[] };
    return currencies.find(({ currency }) => currency === 'EUR') ?? {};
  }
});
