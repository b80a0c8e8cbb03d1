import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { anOrder, worthUsd } from '#tests/factories/orders.ts';
import { inEuro, type Body } from '#tests/factories/payouts.ts';
import { camtOf, openStatements, statementIban, statementOf, statementWith } from '#tests/factories/statements.ts';
import { codeOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { endRetention, verifyPayouts } from '../payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, mailbox, rows } = testbed;
const { payer, ada, as, ok, listOf, setPayouts, sentPayouts, sentPayout, upload, imported, match, undo, ...calls } =
  openStatements(testbed);
const { reviewer, auditor, aPayout, aBatch, release, markSent, payAgain, orderOf, payoutOf } = calls;

test('a member cannot match a line with their own payout', async () => {
  const ownPayout = await aPayout(inEuro('71.13'), { ...ada, userId: payer.id });
  const batch = await aBatch([ownPayout.id]);
  const second = await aColleague(testbed, 'payer');
  expect((await release(batch, second)).status).toBe(200);
  expect((await markSent(batch, second)).status).toBe(200);
  const { lines } = await imported(['71.13', 'out', String((ownPayout.order as Body).reference)]);
  expect(await codeOf(match(lines[0]))).toBe('own_case');
});

describe('a line of a statement', () => {
  const proposed = (rule: string) => ({ state: 'proposed', rule });
  const unmatched = (rule: string) => ({ state: 'unmatched', rule });
  const settledState = { state: 'settled', order: { status: 'completed', stage: 'settled' } };
  const sentState = { state: 'sent', order: { status: 'completed', stage: 'sent' } };
  const matchedState = { state: 'matched' };

  test('that is exact is proposed, matched by one click, mailed to the customer, and can be undone', async () => {
    const { id, reference } = await sentPayout();
    const { statement, lines } = await imported(['93.02', 'out', `lf ${reference.slice(3)} Ada`]);
    expect(statement).toMatchObject({ isNew: true, lines: 1, added: 1, known: 0, proposed: 1, settled: 0 });
    expect(lines).toMatchObject([{ ...proposed('exact'), candidates: [{ payoutId: id, difference: '0.00' }] }]);
    expect(await ok(payer, 'POST', `statements/${String(statement.id)}/settle`)).toEqual({ settled: 1, left: 0 });
    expect(await payoutOf(id)).toMatchObject({ ...settledState, settledBy: 'statement' });
    expect(await mailbox.to(ada.email, 'payout_arrived')).toHaveLength(1);
    expect((await undo(lines[0])).body).toMatchObject({ state: 'proposed', match: null });
    expect(await payoutOf(id)).toMatchObject({ ...sentState, settledBy: null });
  });

  test('completes its order if the setting requires a statement', async () => {
    await setPayouts({ completedWhen: 'settled' });
    const { id, reference } = await sentPayout();
    expect(await payoutOf(id)).toMatchObject({ state: 'sent', order: { status: 'processing', stage: 'sent' } });
    const { lines } = await imported(['93.02', 'out', reference]);
    expect((await match(lines[0])).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject(settledState);
  });

  test('settles at once under the setting if it is exact, and not if it is weaker', async () => {
    await setPayouts({ settleExact: 'auto' });
    const exact = await sentPayout();
    const fee = await sentPayout('50.00');
    const { statement } = await imported(['93.02', 'out', exact.reference], ['50.35', 'out', fee.reference]);
    expect(statement).toMatchObject({ settled: 1, proposed: 1 });
    expect(await payoutOf(fee.id)).toMatchObject({ state: 'sent' });
  });

  test('is stored once from repeated and overlapping files, and equal payments are two lines', async () => {
    const equal: Parameters<typeof camtOf>[0] = ['5.00', 'out', 'rent', 'X1'];
    const text = camtOf(equal, equal, ['6.00', 'out', 'rent', 'NONREF']);
    const first = await upload(text);
    const secondImport = await upload(text);
    expect(first).toMatchObject({ status: 201, body: { added: 3, known: 0 } });
    expect(secondImport).toMatchObject({ status: 200, body: { id: first.body.id, isNew: false, added: 0 } });
    const entry = camtOf(['7.00', 'in', 'new']).match(/<Ntry>.*<\/Ntry>/)?.[0];
    const overlapping = await upload(text.replace('</Stmt>', `${entry}</Stmt>`));
    expect(overlapping.body).toMatchObject({ lines: 4, added: 1, known: 3 });
  });

  test('is recognised in two formats, and never an alarm of a second payment', async () => {
    const { id, reference } = await sentPayout();
    const first = await upload(statementOf(['D93,02', reference, ''], ['C93,02', 'deposit', 'R9']));
    expect(first).toMatchObject({ status: 201, body: { added: 2, known: 0 } });
    await ok(payer, 'POST', `statements/${String(first.body.id)}/settle`);
    const second = await upload(camtOf(['93.02', 'out', `${reference} Ada`, 'X2']));
    expect(second).toMatchObject({ body: { lines: 1, added: 0, known: 1 } });
    expect(await payoutOf(id)).toMatchObject(settledState);
  });

  test('for a whole batch settles all of it, only by a click', async () => {
    await setPayouts({ settleExact: 'auto' });
    const payouts = await sentPayouts(['50.00', '50.00']);
    const { lines } = await imported(['100.00', 'out', `SAMMLER ${payouts[0]?.batch}`]);
    expect(lines).toMatchObject([proposed('batch')]);
    const both = { payouts: [{ amount: '50.00' }, { amount: '50.00' }] };
    expect((await match(lines[0])).body).toMatchObject({ ...matchedState, match: both });
    for (const { id } of payouts)
      expect(await payoutOf(id)).toMatchObject({ ...settledState, batch: { state: 'closed' } });
  });

  test('for a part settles once with all parts, and is undone with all of them', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['60.00', 'out', reference], ['33.02', 'out', reference]);
    expect(lines).toMatchObject([proposed('split'), proposed('split')]);
    expect((await match(lines[1])).body).toMatchObject(matchedState);
    expect(await payoutOf(id)).toMatchObject({ state: 'settled' });
    expect((await undo(lines[0])).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
    const after = await listOf(`statement-lines?statement=${String(lines[0]?.statementId)}`);
    expect(after).toMatchObject([{ state: 'proposed' }, { state: 'proposed' }]);
  });

  test('with another amount needs the payout and a reason', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.01', 'out', reference]);
    expect(lines).toMatchObject([{ ...unmatched('amount_differs'), candidates: [{ difference: '-0.01' }] }]);
    const settlingChoice = { payoutIds: [id], as: 'settled' };
    for (const json of [{}, settlingChoice]) expect(await codeOf(match(lines[0], json))).toBe('match_amount');
    expect((await match(lines[0], { ...settlingChoice, reason: 'The bank lost a cent' })).body).toMatchObject(
      matchedState,
    );
    expect(await payoutOf(id)).toMatchObject({ state: 'settled' });
  });

  test('with a fee of the bank stores the fee beside the payout', async () => {
    const { reference } = await sentPayout();
    const { lines } = await imported(['93.37', 'out', reference]);
    expect((await match(lines[0])).body).toMatchObject({ match: { fee: '0.35', payouts: [{ amount: '93.02' }] } });
  });

  test('for an unsent batch marks it as sent first, and is never matched by itself', async () => {
    await setPayouts({ settleExact: 'auto' });
    const { id, reference } = await sentPayout('93.02', { isSent: false });
    const { lines } = await imported(['93.02', 'out', reference]);
    expect(lines).toMatchObject([proposed('not_sent')]);
    expect((await match(lines[0])).body).toMatchObject(matchedState);
    expect(await payoutOf(id)).toMatchObject(settledState);
  });

  test('for a second payment is an alarm by mail, and never settles a payout', async () => {
    const { id, reference } = await sentPayout();
    const first = await imported(['93.02', 'out', reference]);
    await match(first.lines[0]);
    const { lines } = await imported(['93.02', 'out', reference]);
    expect(lines).toMatchObject([unmatched('paid_twice')]);
    expect(await codeOf(match(lines[0], { payoutIds: [id], as: 'settled', reason: 'x' }))).toBe('conflict');
    expect(await mailbox.to(app.deps.env.admin.email, 'paid_twice')).toHaveLength(1);
  });

  test('for a returned payout makes it owed again, and the undo settles it again', async () => {
    const { id, reference } = await sentPayout();
    const outgoing = await imported(['93.02', 'out', reference]);
    await match(outgoing.lines[0]);
    const { lines } = await imported(['92.52', 'in', reference]);
    expect(lines).toMatchObject([proposed('return')]);
    expect((await match(lines[0])).status).toBe(200);
    const order = { status: 'completed', stage: 'details_needed' };
    expect(await payoutOf(id)).toMatchObject({ state: 'returned', returned: { fee: '0.50' }, order });
    const liveMatches = `select role from line_matches where payout_id = $1 and undone_at is null and role <> 'fee'`;
    expect(await rows(liveMatches, [id])).toEqual([{ role: 'returned' }]);
    expect((await undo(lines[0])).status).toBe(200);
    expect(await rows(liveMatches, [id])).toEqual([{ role: 'settled' }]);
    expect(await payoutOf(id)).toMatchObject(settledState);
  });

  test('for a return cannot be undone once the payout is being paid again', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.02', 'in', reference]);
    await match(lines[0]);
    await payAgain(id);
    expect(await codeOf(undo(lines[0]))).toBe('payout_batched');
  });

  test('is ignored with a reason, and can be restored', async () => {
    const { lines } = await imported(['3.50', 'out', 'Account fees']);
    const ignoredLine = await ok(payer, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'Fees' });
    expect(ignoredLine).toMatchObject({ state: 'ignored', reason: 'Fees' });
    expect((await undo(lines[0])).body).toMatchObject({ state: 'unmatched' });
    expect(await codeOf(undo(lines[0]))).toBe('conflict');
  });

  test('for an exchange is shown on it, and does not change its status', async () => {
    const gives = { type: 'fiat', currency: 'EUR' } as const;
    const terms = { ...worthUsd('110.00'), gives, amount: amountOf('sent', '100.00'), payoutCurrency: 'USD' };
    const transactionId = await anOrder(app.deps, ada, terms);
    const reference = String((await orderOf(transactionId)).reference);
    const { lines } = await imported(['100.00', 'in', reference], ['99.00', 'in', reference]);
    const incoming = { ...proposed('incoming'), candidates: [{ transactionId }] };
    expect(lines).toMatchObject([incoming, unmatched('amount_differs')]);
    expect(await codeOf(match(lines[1], { transactionId }))).toBe('match_amount');
    expect((await match(lines[0])).body).toMatchObject({ match: { transactionId, payouts: [] } });
    expect(await orderOf(transactionId)).toMatchObject({ status: 'pending' });
  });
});

describe('an attack on statements', () => {
  test('by two members who match one line at once settles it once', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.02', 'out', reference]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => match(lines[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const liveMatches = 'select from line_matches where payout_id = $1 and undone_at is null';
    expect(await rows(liveMatches, [id])).toHaveLength(1);
  });

  test('by two members with one file at once stores it once', async () => {
    const text = camtOf(['8.00', 'out', 'x']);
    const answers = await Promise.all([upload(text), upload(text), upload(text)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  const unreadable = (reason: string) => ({ code: 'statement_unreadable', params: { line: 1, why: reason } });
  const ofAnother = camtOf(['1.00', 'out', 'x']).replace(statementIban, 'NL91ABNA0417164300');
  test.each([
    ['an XML bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', unreadable('doctype')],
    ['ten megabytes of tags', Buffer.alloc(10 * 1024 * 1024, '<a>'), unreadable('depth')],
    ['more than ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), { code: 'file_too_large' }],
    ['another account', ofAnother, { code: 'statement_other_account' }],
    ['lines that do not add up', statementOf(['D1,00', 'x']), { code: 'statement_unbalanced' }],
  ])('by %s is refused, and nothing is stored', async (_name, file, refusal) => {
    const count = () => rows('select (select count(*) from statements) + (select count(*) from statement_lines) as n');
    const countBefore = await count();
    const status = refusal.code === 'file_too_large' ? 413 : 422;
    expect(await upload(file)).toMatchObject({ status, body: refusal });
    expect(await count()).toEqual(countBefore);
  });

  test('by an auditor reads and searches no account number, and by a reviewer imports nothing', async () => {
    const text = 'To NL91 ABNA 0417 1643 00 and 123456789 for LF-0000-00';
    const { lines } = await imported(['4.00', 'out', text, 'BANKREF-1']);
    const path = `statement-lines?statement=${String(lines[0]?.statementId)}`;
    const [maskedLine] = await listOf(path, auditor);
    expect(maskedLine).toMatchObject({ counterpartyAccount: '••••4300', bankRef: 'BANKREF-1' });
    expect(maskedLine?.text).not.toMatch(/0417|12345/);
    expect(maskedLine?.text).toContain('LF-0000-00');
    expect(await listOf(`${path}&q=0417`, auditor)).toEqual([]);
    expect(await listOf(`${path}&q=0417`)).toHaveLength(1);
    expect((await upload(camtOf(), {}, reviewer)).status).toBe(403);
    const ignoredLine = await as(auditor, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'x' });
    expect(ignoredLine.status).toBe(403);
  });

  test('by a large statement does not delay other requests', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index): Parameters<typeof camtOf>[0] => {
      return [`${1 + (index % 900)}.00`, 'out', `payment ${index}`, `BIG-${index}`];
    });
    const reading = upload(camtOf(...lines));
    let answerCount = 0;
    const stop = reading.then(() => 'read' as const);
    while ((await Promise.race([stop, app.call('GET', '/api/settings', {})])) !== 'read') answerCount += 1;
    expect((await reading).body).toMatchObject({ added: 2_000 });
    expect(answerCount).toBeGreaterThan(2);
  });
});

test('a statement with nine megabytes in one field 86 does not delay other requests', async () => {
  const balances = { opening: '1,00', closing: '0,00', from: '260401' };
  const file = statementWith(balances, ['D1,00', 'LF'.repeat(4.5 * 1024 * 1024)]);
  const startedAt = performance.now();
  const reading = upload(file);
  const stop = reading.then(() => 'read' as const);
  let maxWaitMs = 0;
  for (let from = startedAt; (await Promise.race([stop, app.call('GET', '/api/settings', {})])) !== 'read';) {
    maxWaitMs = Math.max(maxWaitMs, performance.now() - from);
    from = performance.now();
  }
  expect((await reading).body).toMatchObject({ added: 1 });
  // A search on the main thread would block it for nearly all of the time.
  expect(maxWaitMs).toBeLessThan((performance.now() - startedAt) / 2);
});

test('an attacker who edits a payout or a file in the database raises one alarm', async () => {
  const honest = await sentPayout('10.00');
  const editedPayout = await sentPayout('20.00');
  const filed = await sentPayout('30.00');
  const alarms = () => mailbox.to(app.deps.env.admin.email, 'order_alarm');
  await verifyPayouts(app.deps);
  expect(await alarms()).toEqual([]);
  await database.pool.query(`set session_replication_role = replica;
    update payout_attempts set details = jsonb_set(details, '{accountNumber}', '"DE00"')
    where payout_id = '${editedPayout.id}';
    update payout_files set bytes = '\\x00' where batch_id = '${filed.batchId}';
    set session_replication_role = origin`);
  for (let round = 0; round < 2; round += 1) await verifyPayouts(app.deps);
  const references = (await alarms()).map(({ data }) => data.reference);
  expect(new Set(references)).toEqual(new Set([filed.batch, editedPayout.reference]));
  expect(references).not.toContain(honest.reference);
});

test('an attacker finds no text about third persons after the retention period', async () => {
  const { lines } = await imported(['1.00', 'out', 'To a person']);
  const storedLine = () =>
    rows('select text, counterparty_account, reason from statement_lines where id = $1', [lines[0]?.id]);
  await ok(payer, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'Of a person' });
  await endRetention(app.deps);
  expect(await storedLine()).toMatchObject([{ text: 'To a person', reason: 'Of a person' }]);
  await endRetention({ ...app.deps, now: () => new Date('2060-01-01') });
  expect(await storedLine()).toEqual([{ text: '', counterparty_account: null, reason: null }]);
  expect(await rows('select bytes from statements where bytes is not null')).toEqual([]);
});
