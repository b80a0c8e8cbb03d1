import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { migrationsDir } from '#server/env/paths.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import type { Body } from '#tests/factories/payouts.ts';
import { camtOf, openStatements, statementIban, statementWith } from '#tests/factories/statements.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, mailbox, rows } = testbed;
const statements = openStatements(testbed);
const {
  payer,
  reviewer,
  auditor,
  ada,
  as,
  ok,
  upload,
  imported,
  match,
  sentPayout,
  payoutOf,
  listOf,
  aPayout,
  aBatch,
} = statements;
const { approve, found, pendingOf } = approvalCalls(testbed);
const support = fixture(() => aColleague(testbed, 'support'));

/** Outcome of a call without the password given again. */
const withoutStepUp = (path: string, sent: object) =>
  outcome(app.call('POST', `/api/admin/${path}`, { token: payer.token, ...sent }));
const withoutPassword = '403 step_up_required';

describe('a thief with a payer’s session', () => {
  test('imports no statement, and matches only an exact proposal', async () => {
    const bytes = Buffer.from(camtOf(['1.00', 'in', 'x']));
    const form = { accountId: statements.account.id, statement: { bytes, name: 'typed.xml' } };
    expect(await withoutStepUp('statements', { form })).toBe(withoutPassword);
    const back = await sentPayout();
    const unsent = await sentPayout('7.00', { isSent: false });
    const exact = await sentPayout();
    const { lines } = await imported(
      ['93.02', 'in', back.reference],
      ['7.00', 'out', unsent.reference],
      ['93.02', 'out', exact.reference],
    );
    const paths = lines.map(({ id }) => `statement-lines/${String(id)}/match`);
    expect(lines).toMatchObject([{ rule: 'return' }, { rule: 'not_sent' }, { rule: 'exact' }]);
    const settlingChoice = { payoutIds: [exact.id], as: 'settled', reason: 'Typed.' };
    expect(await withoutStepUp(paths[0] ?? '', { json: {} })).toBe(withoutPassword);
    expect(await withoutStepUp(paths[1] ?? '', { json: {} })).toBe(withoutPassword);
    expect(await withoutStepUp(paths[2] ?? '', { json: settlingChoice })).toBe(withoutPassword);
    expect(await withoutStepUp(paths[2] ?? '', { json: {} })).toMatch(/^200/);
    expect(await payoutOf(back.id)).toMatchObject({ state: 'sent' });
    expect(await payoutOf(unsent.id)).toMatchObject({ state: 'released' });
  });
});

describe('returned money under the rule for releases', () => {
  const releaser = fixture(() => aColleague(testbed, 'payer'));
  beforeEach(() => setRules(testbed, { payoutRelease: true }));

  async function sentByAnother(...payoutIds: string[]) {
    const batch = await aBatch(payoutIds);
    for (const { status } of [await statements.release(batch, releaser), await statements.markSent(batch, releaser)])
      expect(status).toBe(200);
  }
  async function paidByAnother() {
    const payout = await aPayout();
    await sentByAnother(payout.id);
    return { ...payout, reference: String((payout.order as Body).reference) };
  }

  test('is owed again only if a member agrees who neither imported nor released it', async () => {
    const { id, reference } = await paidByAnother();
    const { lines } = await imported(['93.02', 'in', `${reference} from NL91ABNA0417164300`]);
    const owner = await theOwner(testbed);
    const mails = async () => (await mailbox.to(app.deps.env.admin.email, 'payout_return_asked')).length;
    const mailsBefore = await mails();
    const requestId = await pendingOf(match(lines[0]));
    expect(await pendingOf(match(lines[0]))).toBe(requestId);
    expect(await mails()).toBe(mailsBefore + 1);
    expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
    expect(await found(requestId, releaser.token)).toMatchObject({ isInvolved: true, mayDecide: false });
    expect(await found(requestId, owner.token)).toMatchObject({ isInvolved: false, mayDecide: true });
    expect(await outcome(approve(requestId, payer.token))).toBe('409 own_request approval_own');
    expect(await outcome(approve(requestId, releaser.token))).toBe('409 own_request approval_involved');
    expect(await outcome(approve(requestId, reviewer.token))).toBe('403 not_permitted');
    const path = `/api/admin/approvals/${requestId}/approve`;
    expect(await outcome(app.call('POST', path, { token: owner.token }))).toBe(withoutPassword);
    expect((await approve(requestId, owner.token)).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject({ state: 'returned', returned: { note: null } });
  });

  test('asks no member who imported or released it', async () => {
    const { reference } = await paidByAnother();
    const { lines } = await imported(['93.02', 'in', `${reference} from NL91ABNA0417164300`]);
    await pendingOf(match(lines[0]));
    const notices = `select audience from team_notices where name = 'approval_wanted' order by created_at desc limit 1`;
    const [notice] = await rows(notices);
    expect(notice?.audience).toMatchObject({ except: expect.arrayContaining([releaser.id]) as unknown });
  });

  test('is requested by its own route too, and the importer of its line cannot decide', async () => {
    const { id } = await paidByAnother();
    const body = { reason: 'rejected', note: 'The bank wrote to us.', askCustomer: false };
    const requestId = await pendingOf(as(payer, 'POST', `payouts/${id}/return`, body));
    expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
    const owner = await theOwner(testbed);
    expect((await approve(requestId, owner.token)).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject({ state: 'returned', returned: { note: body.note, reason: 'rejected' } });
    const otherPayout = await paidByAnother();
    const { lines } = await imported(['93.02', 'in', otherPayout.reference]);
    const pendingCall = await pendingOf(as(releaser, 'POST', `statement-lines/${String(lines[0]?.id)}/match`, {}));
    expect(await outcome(approve(pendingCall, payer.token))).toBe('409 own_request approval_involved');
  });

  test('cannot be approved after the line or the payout has changed state', async () => {
    const { id, reference } = await paidByAnother();
    const { lines } = await imported(['93.02', 'in', reference]);
    const requestId = await pendingOf(match(lines[0]));
    await ok(payer, 'POST', `payouts/${id}/settle`, { reason: 'The customer has it.' });
    expect(await outcome(approve(requestId, (await theOwner(testbed)).token))).toBe(
      '409 facts_changed approval_changed',
    );
    expect(await payoutOf(id)).toMatchObject({ state: 'settled' });
  });

  test('cannot be approved for a line with another match', async () => {
    const { id, reference } = await paidByAnother();
    const { lines } = await imported(['93.02', 'in', reference]);
    const requestId = await pendingOf(match(lines[0]));
    await rows(`update statement_lines set rule = 'exact' where id = $1`, [lines[0]?.id]);
    expect(await outcome(approve(requestId, (await theOwner(testbed)).token))).toBe(
      '409 facts_changed approval_changed',
    );
    expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
  });

  test('cannot be approved by a member who was paid a part of it', async () => {
    const colleague = await aColleague(testbed, 'payer');
    const first = await aPayout();
    const second = await aPayout(undefined, { ...ada, userId: colleague.id });
    const payoutIds = [first.id, second.id];
    await sentByAnother(...payoutIds);
    const { lines } = await imported(['186.04', 'in', 'Both came back']);
    const requestId = await pendingOf(match(lines[0], { payoutIds, as: 'returned', reason: 'Both' }));
    expect(await outcome(approve(requestId, colleague.token))).toBe('403 own_case');
    expect(await found(requestId, payer.token)).toMatchObject({ state: 'open' });
    expect((await approve(requestId, (await theOwner(testbed)).token)).status).toBe(200);
    expect(await payoutOf(second.id)).toMatchObject({ state: 'returned' });
  });

  test('asks the customer by the setting at the time of the request', async () => {
    const { id } = await paidByAnother();
    const body = { reason: 'rejected', note: 'The bank wrote to us.' };
    const requestId = await pendingOf(as(payer, 'POST', `payouts/${id}/return`, body));
    await statements.setPayouts({ askCustomer: false });
    expect((await approve(requestId, (await theOwner(testbed)).token)).status).toBe(200);
    const [returnedRow] = await rows(
      `select details->'asked' as asked from audit_log where subject_id = $1 and action = 'payout.returned'`,
      [id],
    );
    expect(returnedRow).toEqual({ asked: true });
  });
});

describe('a statement with a gap to the others of its account', () => {
  const next = (opening: string, closing: string, from: string) => statementWith({ opening, closing, from });

  test('is refused with the expected balance, and imported with a reason', async () => {
    expect((await upload(next('100,00', '100,00', '260301'))).status).toBe(201);
    const typed = next('50,00', '50,00', '260302');
    const params = { expected: '100.00', opening: '50.00' };
    const storedQuery = 'select count(*) as n from statements';
    const rowsBefore = await rows(storedQuery);
    expect(await upload(typed)).toMatchObject({
      status: 409,
      body: { code: 'conflict', reason: 'balance_gap', params },
    });
    expect(await rows(storedQuery)).toEqual(rowsBefore);
    const reason = 'The 1st has a second page.';
    const { status, body } = await upload(typed, { reason });
    expect([status, body.gapReason]).toEqual([201, reason]);
    expect((await upload(next('50,00', '50,00', '260303'))).body.gapReason).toBeNull();
    const older = next('1,00', '1,00', '260228');
    expect(await upload(older)).toMatchObject({
      status: 409,
      body: { params: { expected: '100.00', opening: '1.00' } },
    });
  });
});

test('a line settles and returns payouts of its own account only', async () => {
  const bank = { iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO', holderName: 'Landfall Exchange Ltd' };
  const otherAccount = { name: 'Other', currency: 'EUR', format: 'pain001', ...bank };
  const accountId = String((await (await theAdmin(app)).post('desk-accounts', otherAccount)).body.id);
  const { id, reference } = await sentPayout();
  const text = camtOf(['93.02', 'out', reference], ['93.02', 'in', reference]);
  const { body } = await upload(text.replace(statementIban, bank.iban), { accountId });
  const lines = await listOf(`statement-lines?statement=${String(body.id)}`);
  expect(lines).toMatchObject([{ state: 'unmatched' }, { state: 'unmatched' }]);
  for (const [line, as] of [
    [lines[0], 'settled'],
    [lines[1], 'returned'],
  ] as const)
    expect(await outcome(match(line, { payoutIds: [id], as, reason: 'x' }))).toBe('409 conflict match_other_account');
  expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
});

describe('a bank’s text about third persons', () => {
  const secrets = /NL91|0417164300|9876543210|mallory@/;

  test('is in no payout, batch or log, and members’ texts about it are masked', async () => {
    const { id, reference, batchId } = await sentPayout();
    const text = `${reference} NL91ABNA0417164300 to 9876543210, mallory@example.com`;
    const { lines } = await imported(['93.02', 'in', text]);
    expect((await match(lines[0])).status).toBe(200);
    const copies = await rows(
      `select a.returned::text as text from payout_attempts a where a.payout_id = $1
       union all select text from audit_texts union all select details::text from audit_log`,
      [id],
    );
    expect(JSON.stringify(copies)).not.toMatch(secrets);

    const second = await sentPayout();
    const note = { reason: 'other', note: text, askCustomer: false };
    await ok(payer, 'POST', `payouts/${second.id}/return`, note);
    for (const member of [auditor, support]) {
      const paths = [`payouts/${id}`, `payouts/${second.id}`, `payout-batches/${batchId}`, 'payouts?state=returned'];
      for (const path of [...paths, `payout-batches/${second.batchId}`])
        expect(JSON.stringify(await ok(member, 'GET', path))).not.toMatch(secrets);
    }
    expect(JSON.stringify(await ok(auditor, 'GET', 'audit-log?action=payout.returned'))).not.toMatch(secrets);
    const { body } = await as(auditor, 'GET', 'audit-log/export?action=payout.returned');
    const exported = JSON.stringify(body);
    expect(exported).toContain('payout.returned');
    expect(exported).not.toMatch(secrets);
    expect(JSON.stringify(await ok(payer, 'GET', `payouts/${second.id}`))).toContain('mallory@example.com');
  });

  test('that earlier versions copied is removed by the upgrade where it is recognised', async () => {
    const { id, reference } = await sentPayout();
    const text = `${reference} NL91ABNA0417164300`;
    const ownNote = 'The bank called us.';
    const { lines } = await imported(['93.02', 'in', text]);
    await match(lines[0]);
    const about = { type: 'payout', id } as const;
    for (const writtenNote of [text, ownNote])
      await app.deps.inTx((tx) =>
        recordAudit(tx, 'system', 'payout.returned', about, {
          orderId: id,
          because: 'other',
          asked: false,
          reason: textAbout(statements.ada.userId, writtenNote),
        }),
      );
    await rows(
      `update payout_attempts set returned = returned || jsonb_build_object('note', $2::text) where payout_id = $1`,
      [id, text],
    );
    const statementsOf = readFileSync(join(migrationsDir, '20261128145812_statement-gaps.sql'), 'utf8');
    for (const statement of statementsOf.split('--> statement-breakpoint').slice(1)) await rows(statement);
    expect(await payoutOf(id)).toMatchObject({ returned: { note: null, amount: '93.02' } });
    expect(
      (await rows('select text from audit_texts where text = any($1)', [[text, ownNote]])).map((row) => row.text),
    ).toEqual([ownNote]);
  });
});
