import { describe, expect, test } from 'vitest';
import { camtOf, openStatements, statementIban, statementOf } from '#tests/factories/statements.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { endRetention, verifyPayouts } from '../payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, mailbox, rows } = testbed;
const { reviewer, auditor, as, listOf, sentPayout, upload, imported, match } = openStatements(testbed);

describe('what must never happen', () => {
  test('two members who take the same line at once settle it once', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.02', 'out', reference]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => match(lines[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const live = 'select from line_matches where payout_id = $1 and undone_at is null';
    expect(await rows(live, [id])).toHaveLength(1);
  });

  test('the same file from two members at once is stored once', async () => {
    const text = camtOf(['8.00', 'out', 'x']);
    const answers = await Promise.all([upload(text), upload(text), upload(text)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  const unreadable = (why: string) => ({ code: 'statement_unreadable', params: { line: 1, why } });
  const ofAnother = camtOf(['1.00', 'out', 'x']).replace(statementIban, 'NL91ABNA0417164300');
  test.each([
    ['an XML bomb', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', unreadable('doctype')],
    ['ten megabytes of tags', Buffer.alloc(10 * 1024 * 1024, '<a>'), unreadable('depth')],
    ['more than ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), { code: 'file_too_large' }],
    ['another account', ofAnother, { code: 'statement_other_account' }],
    ['lines that do not add up', statementOf(['D1,00', 'x']), { code: 'statement_unbalanced' }],
  ])('%s is refused, and nothing is stored', async (_name, file, refusal) => {
    const count = () => rows('select (select count(*) from statements) + (select count(*) from statement_lines) as n');
    const before = await count();
    const status = refusal.code === 'file_too_large' ? 413 : 422;
    expect(await upload(file)).toMatchObject({ status, body: refusal });
    expect(await count()).toEqual(before);
  });

  test('an auditor reads lines without numbers of accounts, and cannot search for them; a reviewer imports nothing', async () => {
    const text = 'To NL91 ABNA 0417 1643 00 and 123456789 for LF-0000-00';
    const { lines } = await imported(['4.00', 'out', text, 'BANKREF-1']);
    const path = `statement-lines?statement=${String(lines[0]?.statementId)}`;
    const [masked] = await listOf(path, auditor);
    expect(masked).toMatchObject({ counterpartyAccount: '••••4300', bankRef: 'BANKREF-1' });
    expect(masked?.text).not.toMatch(/0417|12345/);
    expect(masked?.text).toContain('LF-0000-00');
    expect(await listOf(`${path}&q=0417`, auditor)).toEqual([]);
    expect(await listOf(`${path}&q=0417`)).toHaveLength(1);
    expect((await upload(camtOf(), {}, reviewer)).status).toBe(403);
    const ignored = await as(auditor, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'x' });
    expect(ignored.status).toBe(403);
  });

  test('other requests are answered while a large statement is read', async () => {
    const lines = Array.from({ length: 4_000 }, (_, at): Parameters<typeof camtOf>[0] => {
      return [`${1 + (at % 900)}.00`, 'out', `payment ${at}`, `BIG-${at}`];
    });
    const reading = upload(camtOf(...lines));
    let answered = 0;
    const stop = reading.then(() => 'read' as const);
    while ((await Promise.race([stop, app.call('GET', '/api/settings', {})])) !== 'read') answered += 1;
    expect((await reading).body).toMatchObject({ added: 4_000 });
    expect(answered).toBeGreaterThan(2);
  });
});

test('a payout or a file that was edited in the database is an alarm, once', async () => {
  const [honest, edited, filed] = [await sentPayout('10.00'), await sentPayout('20.00'), await sentPayout('30.00')];
  const alarms = () => mailbox.to(app.deps.env.admin.email, 'order_alarm');
  await verifyPayouts(app.deps);
  expect(await alarms()).toEqual([]);
  await database.pool.query(`set session_replication_role = replica;
    update payout_attempts set details = jsonb_set(details, '{accountNumber}', '"DE00"') where payout_id = '${edited.id}';
    update payout_files set bytes = '\\x00' where batch_id = '${filed.batchId}';
    set session_replication_role = origin`);
  for (let round = 0; round < 2; round += 1) await verifyPayouts(app.deps);
  const references = (await alarms()).map(({ data }) => data.reference);
  expect(new Set(references)).toEqual(new Set([filed.batch, edited.reference]));
  expect(references).not.toContain(honest.reference);
});

test('what statements say of third persons is removed when the retention has ended', async () => {
  const { lines } = await imported(['1.00', 'out', 'To a person']);
  const stored = () => rows('select text, counterparty_account from statement_lines where id = $1', [lines[0]?.id]);
  await endRetention(app.deps);
  expect(await stored()).toMatchObject([{ text: 'To a person' }]);
  await endRetention({ ...app.deps, now: () => new Date('2060-01-01') });
  expect(await stored()).toEqual([{ text: '', counterparty_account: null }]);
  expect(await rows('select bytes from statements where bytes is not null')).toEqual([]);
});
