import { describe, expect, test } from 'vitest';
import { camtOf, openStatements, statementIban, statementOf } from '#tests/factories/statements.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { reviewer, auditor, as, listOf, sentPayout, upload, imported, match } = openStatements(testbed);

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
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
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
      camtOf(['1.00', 'out', 'x']).replace(statementIban, 'NL91ABNA0417164300'),
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
