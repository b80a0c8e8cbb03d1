import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#shared/audit/audit.contract.ts';
import type { AuditSubject } from '#shared/audit/audit.subjects.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { approvalCalls } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { auditRecord, writeAudit, type AuditActor, type AuditRecord } from './audit.service.ts';

const testbed = openTestbed();
const { app, rows } = testbed;
const admin = fixture(() => theAdmin(app));
const { asOwner } = approvalCalls(testbed);
const aCustomer = () => aSeller(app, testbed.database.pool);

const log = async (query = '') => {
  const { status, body, headers } = await asOwner('GET', `audit-log${query}`);
  return { status, rows: body as unknown as AuditEntry[], total: Number(headers.get('x-total-count')) };
};
const idsOf = async (query: string) => (await log(query)).rows.map(({ id }) => id);
const actionsOf = async (query: string) => (await log(query)).rows.map(({ action }) => action);
const state = async () => (await asOwner('GET', 'audit-log/state')).body;
const ofUser = (id: string) => `?subjectType=user&subjectId=${id}`;
const record = (actor: AuditActor, auditRows: AuditRecord, subject?: AuditSubject) =>
  app.deps.inTx((tx) => writeAudit(tx, actor, auditRows, subject));
const edit = (id: string, firstName: string) => asOwner('PUT', `users/${id}`, { firstName });
/** Writes a row behind the product's back, with a signature that is not ours. */
const forge = (action: string, details: object = {}) =>
  rows(
    `insert into audit_log (actor_role, action, details, signature)
     values ('admin', $1, $2, decode(repeat('00', 44), 'hex'))`,
    [action, details],
  );

/** Everything that a query finds, page by page; `between` happens after each page. */
async function pagesOf(query: string, pageSize: number, between = async () => undefined as unknown) {
  const seenIds: string[] = [];
  const totals: number[] = [];
  for (let cursor = ''; ;) {
    const page = await log(`?pageSize=${pageSize}&${query}${cursor && `&before=${cursor}`}`);
    seenIds.push(...page.rows.map(({ id }) => id));
    totals.push(page.total);
    await between();
    if (page.rows.length < pageSize) return { seen: seenIds, totals };
    cursor = seenIds.at(-1) ?? '';
  }
}

describe('the audit log', () => {
  test('has sign-ins, step-ups and every write of the administrator', async () => {
    const ada = await aCustomer();
    await app.call('POST', '/api/login', { json: { email: adminEmail, password: 'not the password' } });
    await app.call('POST', '/api/admin/step-up', { token: admin.token, json: { password: adminPassword } });
    const details = { reason: 'Stolen proof' };
    await asOwner('POST', `users/${ada.id}/block`, details);
    const { rows: entries } = await log();
    const subject = { subjectType: 'user', subjectId: ada.id };
    const actor = { actorRole: 'admin', actorEmail: adminEmail };
    expect(entries[0]).toMatchObject({ action: 'user.blocked', ...actor, ...subject, details, isOurs: true });
    expect(Math.abs(Date.parse(entries[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
    const seenActions = entries.map(({ action }) => action);
    for (const action of ['auth.signed_in', 'auth.sign_in_failed', 'auth.stepped_up'])
      expect(seenActions).toContain(action);
  });

  test('is searched by actor, by affected user, and by any id', async () => {
    const ada = await aCustomer();
    await edit(ada.id, 'Adaeze');
    expect(await actionsOf(`?q=${encodeURIComponent(ada.email)}`)).toContain('user.edited');
    expect(await actionsOf(`?q=${ada.id}`)).toContain('user.edited');
    expect(await actionsOf(ofUser(ada.id))).toEqual(['user.edited']);
    expect(await actionsOf('?q=nobody-is-called-so')).toEqual([]);
    await record('system', auditRecord('wallet.switched_on'), { type: 'wallet', id: 'litecoin' });
    expect(await actionsOf('?q=litecoin')).toEqual(['wallet.switched_on']);
  });

  test('finds what was done about an order by its reference, and names it so', async () => {
    const { userId: ownerId, ...customer } = await aUser(testbed.database.pool);
    const orderId = await anOrder(app.deps, { ...customer, userId: ownerId });
    const viewed = auditRecord('file.viewed', { purpose: 'chat', ownerId, orderId });
    await record('system', viewed, { type: 'transaction', id: orderId });
    const [entry] = (await log(`?q=${orderId}`)).rows;
    const reference = entry?.subjectName ?? '';
    expect(reference).toMatch(/^LF-/);
    const { rows: found } = await log(`?q=${reference}`);
    expect(found.map(({ action }) => action)).toContain('file.viewed');
    expect(new Set(found.map(({ subjectName }) => subjectName))).toEqual(new Set([reference]));
    expect(await actionsOf(`?q=${reference.toLowerCase()}`)).toContain('file.viewed');
  });

  test('has the total of matching entries on every page of every search', async () => {
    const ada = await aCustomer();
    for (const firstName of ['Adaku', 'Adaora', 'Adaeze']) await edit(ada.id, firstName);
    expect(await pagesOf(ofUser(ada.id).slice(1), 1)).toMatchObject({ totals: [3, 3, 3, 3] });
    expect((await log(`?q=${encodeURIComponent(ada.email)}&action=user.edited`)).total).toBe(3);
    expect((await log(`?action=user.edited&actor=customer`)).total).toBe(0);
    const everything = await log('?pageSize=100');
    expect(everything.total).toBe(everything.rows.length);
  });

  test('names the user of an action, and users in its details', async () => {
    const ada = await aCustomer();
    await edit(ada.id, 'Adanna');
    expect((await log(ofUser(ada.id))).rows[0]?.subjectName).toMatch(/^Adanna /);
    const orderId = randomUUID();
    const viewed = auditRecord('file.viewed', { purpose: 'chat', ownerId: ada.id, orderId });
    await record('system', viewed, { type: 'file', id: orderId });
    const [entry] = (await log(`?subjectType=file&subjectId=${orderId}`)).rows;
    expect(entry?.detailNames).toEqual({ [ada.id]: expect.stringMatching(/^Adanna \S+/) as string });
  });

  test('is filtered by action, by feature, by kind of actor and by day', async () => {
    expect(new Set(await actionsOf('?action=auth.signed_in'))).toEqual(new Set(['auth.signed_in']));
    expect((await actionsOf('?action=user')).every((action) => action.startsWith('user.'))).toBe(true);
    expect((await log('?actor=visitor')).rows.every(({ actorRole }) => actorRole === 'visitor')).toBe(true);
    expect(await actionsOf('?to=2020-01-01')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await actionsOf(`?from=${today}&to=${today}&action=user.blocked`)).toEqual(['user.blocked']);
    expect((await log('?actor=nobody')).status).toBe(400);
  });

  test('is read page by page without a gap or a duplicate while new rows arrive', async () => {
    const wholeIds = await idsOf('?pageSize=100');
    const holdRecord = auditRecord('rates.held', { offered: '0.03', reason: 'jump' });
    const { seen } = await pagesOf('', 3, () => record('system', holdRecord, { type: 'coin', id: 'tron' }));
    expect(seen).toEqual(wholeIds);
  });

  test.each(['', 'action=rates.held', 'actor=system', 'actor=admin&action=auth', `q=${adminEmail}`])(
    'is read from its oldest entry too, with the same filters: %s',
    async (query) => {
      const newestIds = await idsOf(`?pageSize=100&${query}`);
      const { seen, totals } = await pagesOf(`sort=oldest&${query}`, 7);
      expect(seen).toEqual(newestIds.toReversed());
      expect(new Set(totals)).toEqual(new Set([newestIds.length]));
    },
  );

  test('shows its last checkpoint, and marks a row that the product did not write', async () => {
    await vi.waitFor(async () => expect(await state()).toMatchObject({ waiting: 0 }), { timeout: 30_000 });
    const { checkpointed, actions, verified: before } = await state();
    expect(Number(checkpointed)).toBeGreaterThan(5);
    expect(actions).toContain('user.blocked');
    expect(before).toBeNull();
    expect((await log()).rows.every(({ isCheckpointed, isOurs }) => isCheckpointed && isOurs)).toBe(true);
    await forge('wallet.changed');
    const [foreignRow] = (await log('?action=wallet.changed')).rows;
    expect(foreignRow).toMatchObject({ isOurs: false });

    const { status, body } = await asOwner('POST', 'audit-log/verify');
    expect(status).toBe(200);
    expect(body).toMatchObject({ findings: 1, rowIds: [foreignRow?.id] });
    expect(Number(body.rows)).toBeGreaterThan(5);
    expect(await state()).toMatchObject({ verified: body });
    expect((await log('?action=audit.verified')).rows[0]).toMatchObject({ actorEmail: adminEmail });
    // A verification that was written into the database is not shown.
    await forge('audit.verified', { rows: 9, findings: 0, rowIds: [] });
    expect(await state()).toMatchObject({ verified: body });
  });

  test('has the actions of a deleted user without a name', async () => {
    const ada = await aCustomer();
    const actor = { userId: ada.id, role: 'customer', requestId: 'r-1' } as const;
    await record(actor, auditRecord('user.edited', { fields: ['firstName'] }), { type: 'user', id: ada.id });
    await asOwner('DELETE', `users/${ada.id}`, { email: ada.email });
    await passDayOfGrace(testbed, ada.id);
    const { rows: entries } = await log(`?q=${ada.id}`);
    expect(entries.map(({ action }) => action)).toContain('user.deleted');
    const ownEntries = entries.filter(({ actorId }) => actorId === ada.id);
    expect([ownEntries.length > 0, ...new Set(ownEntries.map(({ actorEmail }) => actorEmail))]).toEqual([true, null]);
    expect(JSON.stringify(entries)).not.toContain(ada.email);
  });
});
