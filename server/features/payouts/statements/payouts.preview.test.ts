import { describe, expect, test } from 'vitest';
import { theOwner } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { camtOf, openStatements, statementWith } from '#tests/factories/statements.ts';
import { codeOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { payer, auditor, ok, listOf, upload, account, sentPayout } = openStatements(testbed);

describe('a preview', () => {
  const csv = 'Datum;Zweck;Betrag\n24.11.2026;LF7K3MQ2 DE75512108001245126199;-93,02\n25.11.2026;Miete;1.050,00\n';
  const layout = { direction: 'statement', date: 'Datum', text: ['Zweck'], amount: 'Betrag', dateFormat: 'DD.MM.YYYY' };
  const saved = async (name: string, changes: object = {}) => {
    const body = { ...layout, decimal: ',', separator: ';', name, ...changes };
    return String((await ok(await theOwner(testbed), 'POST', 'payout-profiles', body)).id);
  };
  const preview = (file: string, fields: object = {}, by: { token: string } = payer) =>
    upload(file, { accountId: '', preview: 'true', ...fields }, by);

  test('shows the first lines to an auditor, masked, and stores nothing', async () => {
    const statementsBefore = await listOf('statements');
    const { status, body } = await preview(csv, {}, auditor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ format: 'csv', account: null, profileId: null, count: 2, missing: [], others: [] });
    expect(body).toMatchObject({ layout: { amount: 'Betrag', decimal: ',', dateFormat: 'DD.MM.YYYY' } });
    expect(body.lines).toMatchObject([
      { text: 'LF7K3MQ2 \u2022\u2022\u2022\u20226199', amount: '93.02', direction: 'out' },
      {},
    ]);
    expect(await listOf('statements')).toEqual(statementsBefore);
    expect(await codeOf(upload(csv, {}, auditor))).toBe('not_permitted');
  });

  test('counts new and stored lines, and stores nothing', async () => {
    const [exact, fee] = [await sentPayout('61.10'), await sentPayout('62.20')];
    const oldStatement = camtOf(['8.00', 'out', 'Rent of May', 'K1']);
    expect(await upload(oldStatement)).toMatchObject({ status: 201 });
    const entries = camtOf(
      ['61.10', 'out', exact.reference],
      ['62.55', 'out', fee.reference],
      ['63.00', 'out', 'Somebody'],
    );
    const file = entries.replace('</Stmt>', `${oldStatement.match(/<Ntry>.*<\/Ntry>/)?.[0]}</Stmt>`);
    const before = await listOf('statements');
    const counts = { exact: 1, proposed: 1, unmatched: 1, known: 1 };
    expect((await preview(file)).body).toMatchObject({ count: 4, found: counts });
    expect(await listOf('statements')).toEqual(before);
    expect((await preview(csv)).body).toMatchObject({ found: null });
    const { body } = await upload(file);
    expect(body).toMatchObject({ exact: 1, proposed: 2, unmatched: 1, known: 1 });
    const listed = async (exactly: boolean) =>
      listOf(`statement-lines?statement=${String(body.id)}&state=proposed&exact=${exactly}`);
    expect(await listed(true)).toMatchObject([{ rule: 'exact' }]);
    expect(await listed(false)).toMatchObject([{ rule: 'fee_deducted' }]);
  });

  test('names the file’s account, its layout, and missing headings', async () => {
    expect((await preview(camtOf(['1.00', 'in', 'x']))).body).toMatchObject({ account: { id: account.id }, count: 1 });
    const otherLayout = await saved('Other bank', { text: ['Purpose'], reference: 'Ref' });
    const ownLayout = await saved('Own bank');
    expect((await preview(csv)).body).toMatchObject({ profileId: ownLayout, layout: null, lines: [{}, {}] });
    expect((await preview(csv, { profileId: otherLayout })).body).toMatchObject({
      missing: ['Purpose', 'Ref'],
      lines: [],
    });
    expect((await preview('%PDF-1.7')).body).toMatchObject({ reason: 'statement_pdf' });
    expect(await codeOf(preview(csv, { profileId: crypto.randomUUID() }))).toBe('not_found');
  });

  test('asks for the account of a table without one', async () => {
    const profileId = await saved('Third bank', { text: ['Wozu'] });
    const file = csv.replace('Zweck', 'Wozu');
    expect(await upload(file)).toMatchObject({ status: 422, body: { params: { why: 'no_account' } } });
    expect(await upload(file, { accountConfirmed: 'true' })).toMatchObject({ status: 201, body: { added: 2 } });
    expect(await upload(`${file}\n`, { profileId })).toMatchObject({ status: 201, body: { known: 2 } });
  });

  test('needs the name of the layout if two read a table differently', async () => {
    const text = ['Grund'];
    const profileId = await saved('Bank of debits', { text });
    await saved('Bank of turned signs', { text, sign: 'reversed' });
    const file = csv.replace('Zweck', 'Grund').replaceAll('93,02', '94,03');
    const refusal = await upload(file, { accountConfirmed: 'true' });
    expect(refusal).toMatchObject({ status: 422, body: { reason: 'statement_layout' } });
    expect(await upload(file, { profileId })).toMatchObject({ status: 201, body: { added: 1 } });
  });

  test('stores nothing under its key, which the import may then use', async () => {
    const { token } = payer;
    const headers = { ...(await steppedUp(testbed.app.deps, token)), 'Idempotency-Key': 'one-file' };
    const statement = { bytes: Buffer.from(camtOf(['2.00', 'out', 'Rent'])), name: 'statement.xml' };
    const send = (fields: object) =>
      testbed.app.call('POST', '/api/admin/statements', { token, headers, form: { ...fields, statement } });
    expect(await send({ preview: 'true' })).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await testbed.rows(`select 1 from idempotency_keys where key = 'one-file'`)).toEqual([]);
    expect(await send({ accountId: account.id })).toMatchObject({ status: 201, body: { added: 1 } });
  });

  test('has the refusal of an import without an account', async () => {
    expect(await codeOf(upload(csv, { accountId: '' }))).toBe('invalid_input');
  });
});

test('a balance without a day leaves a gap like others', async () => {
  const firstStatement = statementWith({ opening: '10,00', closing: '10,00', from: '261123' });
  expect(await upload(firstStatement, { reason: 'The first one' })).toMatchObject({ status: 201 });
  const undated = statementWith({ opening: '50,00', closing: '43,00', from: '000000' }, ['D7,00', 'rent']);
  expect(await upload(undated)).toMatchObject({ status: 409, body: { reason: 'balance_gap' } });
});
