import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#shared/audit/audit.contract.ts';
import { aCustomer, passDayOfGrace } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { recordAudit } from './audit.service.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

const log = async (query = '') => {
  const { status, body, headers } = await testbed.app.call('GET', `/api/admin/audit-log${query}`, {
    token: admin.token,
  });
  return { status, rows: body as unknown as AuditEntry[], total: Number(headers.get('x-total-count')) };
};
const actionsOf = async (query: string) => (await log(query)).rows.map(({ action }) => action);
const state = async () => (await testbed.app.call('GET', '/api/admin/audit-log/state', { token: admin.token })).body;

describe('the audit log', () => {
  test('has sign-ins, failed sign-ins, step-ups and every write of the administrator, with who, when and what', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    await testbed.app.call('POST', '/api/login', { json: { email: adminEmail, password: 'not the password' } });
    await testbed.app.call('POST', '/api/admin/step-up', { token: admin.token, json: { password: adminPassword } });
    const path = `/api/admin/users/${ada.id}/block`;
    const headers = await steppedUp(testbed.app.deps, admin.token);
    await testbed.app.call('POST', path, { token: admin.token, headers, json: { reason: 'Stolen proof' } });
    const { rows } = await log();
    expect(rows[0]).toMatchObject({
      action: 'user.blocked',
      actorRole: 'admin',
      actorEmail: adminEmail,
      subjectType: 'user',
      subjectId: ada.id,
      details: { reason: 'Stolen proof' },
      isOurs: true,
    });
    expect(Math.abs(Date.parse(rows[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
    const seen = rows.map(({ action }) => action);
    for (const action of ['auth.signed_in', 'auth.sign_in_failed', 'auth.stepped_up']) expect(seen).toContain(action);
  });

  test('is searched by actor, by what was done to a user, and by any id', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    await testbed.app.call('PUT', `/api/admin/users/${ada.id}`, { token: admin.token, json: { firstName: 'Adaeze' } });
    expect(await actionsOf(`?q=${encodeURIComponent(ada.email)}`)).toContain('user.edited');
    expect(await actionsOf(`?q=${ada.id}`)).toContain('user.edited');
    expect(await actionsOf(`?subjectType=user&subjectId=${ada.id}`)).toEqual(['user.edited']);
    expect(await actionsOf('?q=nobody-is-called-so')).toEqual([]);
    await testbed.app.deps.inTx((tx) =>
      recordAudit(tx, 'system', 'wallet.switched_on', { type: 'wallet', id: 'litecoin' }),
    );
    expect(await actionsOf('?q=litecoin')).toEqual(['wallet.switched_on']);
  });

  test('says how many entries fit in all, on whatever page and by whatever is looked for', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    for (const firstName of ['Adaku', 'Adaora', 'Adaeze'])
      await testbed.app.call('PUT', `/api/admin/users/${ada.id}`, { token: admin.token, json: { firstName } });
    const subject = `subjectType=user&subjectId=${ada.id}`;
    const first = await log(`?${subject}&pageSize=1`);
    expect([first.rows.length, first.total]).toEqual([1, 3]);
    expect((await log(`?${subject}&pageSize=1&before=${first.rows[0]?.id}`)).total).toBe(3);
    expect((await log(`?q=${encodeURIComponent(ada.email)}&action=user.edited`)).total).toBe(3);
    expect((await log(`?action=user.edited&actor=customer`)).total).toBe(0);
    const everything = await log('?pageSize=100');
    expect(everything.total).toBe(everything.rows.length);
  });

  test('names the user something was done to', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    await testbed.app.call('PUT', `/api/admin/users/${ada.id}`, { token: admin.token, json: { firstName: 'Adanna' } });
    const { rows } = await log(`?subjectType=user&subjectId=${ada.id}`);
    expect(rows[0]?.subjectName).toMatch(/^Adanna /);
  });

  test('names the users whose ids stand among the details, and nothing else that has an id', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    const orderId = randomUUID();
    await testbed.app.deps.inTx((tx) =>
      recordAudit(tx, 'system', 'file.viewed', { type: 'file', id: orderId }, { ownerId: ada.id, orderId }),
    );
    const { rows } = await log(`?subjectType=file&subjectId=${orderId}`);
    const names = rows[0]?.detailNames ?? {};
    expect(Object.keys(names)).toEqual([ada.id]);
    expect(names[ada.id]).toMatch(/\S+ \S+/);
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

  test('is read page by page without a gap or a row twice, also while new rows come', async () => {
    const whole = (await log('?pageSize=100')).rows.map(({ id }) => id);
    const seen: string[] = [];
    let before = '';
    for (;;) {
      const { rows } = await log(`?pageSize=3${before && `&before=${before}`}`);
      seen.push(...rows.map(({ id }) => id));
      await testbed.app.deps.inTx((tx) => recordAudit(tx, 'system', 'rates.held'));
      if (rows.length < 3) break;
      before = rows.at(-1)?.id ?? '';
    }
    expect(seen).toEqual(whole);
  });

  test('is read from its oldest entry on as well, with the same filters', async () => {
    for (const query of ['', 'action=rates.held', 'actor=system', 'actor=admin&action=auth', `q=${adminEmail}`]) {
      const newest = (await log(`?pageSize=100&${query}`)).rows.map(({ id }) => id);
      const seen: string[] = [];
      for (let before = ''; ;) {
        const { rows, total } = await log(`?sort=oldest&pageSize=7&${query}${before && `&before=${before}`}`);
        expect(total).toBe(newest.length);
        seen.push(...rows.map(({ id }) => id));
        if (rows.length < 7) break;
        before = rows.at(-1)?.id ?? '';
      }
      expect(seen).toEqual(newest.toReversed());
    }
  });

  test('shows how far its checkpoints have come, and marks a row that was not written by the product', async () => {
    await vi.waitFor(async () => expect(await state()).toMatchObject({ waiting: 0 }), { timeout: 30_000 });
    const { checkpointed, actions } = await state();
    expect(Number(checkpointed)).toBeGreaterThan(5);
    expect(actions).toContain('user.blocked');
    expect((await log()).rows.every(({ isCheckpointed, isOurs }) => isCheckpointed && isOurs)).toBe(true);
    await testbed.database.pool.query(
      `insert into audit_log (actor_role, action, signature) values ('system', 'wallet.changed', decode(repeat('00', 44), 'hex'))`,
    );
    expect((await log('?action=wallet.changed')).rows[0]).toMatchObject({ isOurs: false });
  });

  test('is verified on demand, and the outcome with its time stands in the log itself', async () => {
    expect(await state()).toMatchObject({ verified: null });
    const verify = () => testbed.app.call('POST', '/api/admin/audit-log/verify', { token: admin.token });
    // The row that the test above wrote behind the product's back.
    const [foreign] = (await log('?action=wallet.changed')).rows;
    const { status, body } = await verify();
    expect(status).toBe(200);
    expect(body).toMatchObject({ findings: 1, rowIds: [foreign?.id] });
    expect(Number(body.rows)).toBeGreaterThan(5);
    expect(await state()).toMatchObject({ verified: body });
    expect((await log('?action=audit.verified')).rows[0]).toMatchObject({ actorEmail: adminEmail });
  });

  test('a verification that somebody wrote into the database is not shown', async () => {
    const { verified } = await state();
    await testbed.database.pool.query(
      `insert into audit_log (actor_role, action, details, signature)
       values ('admin', 'audit.verified', '{"rows": 9, "findings": 0, "rowIds": []}', decode(repeat('00', 44), 'hex'))`,
    );
    expect(await state()).toMatchObject({ verified });
  });

  test('a deleted user leaves their actions behind without a name', async () => {
    const ada = await aCustomer(testbed.app.call, testbed.mailbox);
    const headers = await steppedUp(testbed.app.deps, admin.token);
    await testbed.app.call('DELETE', `/api/admin/users/${ada.id}`, {
      token: admin.token,
      headers,
      json: { email: ada.email },
    });
    await passDayOfGrace(testbed, ada.id);
    const { rows } = await log(`?q=${ada.id}`);
    expect(rows.map(({ action }) => action)).toContain('user.deleted');
    expect(rows.filter(({ actorId }) => actorId === ada.id).every(({ actorEmail }) => actorEmail === null)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(ada.email);
  });
});
