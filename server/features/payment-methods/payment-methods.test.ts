import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, startTestApp } from '#tests/setup/app.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { sampleMark, sampleMethods } from './payment-methods.samples.ts';
import { seedSampleMethods } from './payment-methods.service.ts';

const { database, app, mailbox } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const path = '/api/admin/payment-methods';
const asAdmin = (method: string, at: string, json?: unknown, headers: Record<string, string> = admin.stepUp) =>
  app.call(method, at, { token: admin.token, headers, ...(json === undefined ? {} : { json }) });
const ofAdmin = async (currency = '') =>
  (await asAdmin('GET', currency ? `${path}?currency=${currency}` : path)).body as unknown as (PaymentMethodView & {
    tampered: boolean;
  })[];
const seenByCustomers = async (currency: string) =>
  (await app.call('GET', `/api/payment-methods?currency=${currency}`, { token: ada.token }))
    .body as unknown as PaymentMethodView[];
const sql = (text: string, values: unknown[] = []) => database.pool.query<Record<string, unknown>>(text, values);

const newBank = {
  currency: 'NGN',
  type: 'bank',
  name: 'gtb',
  displayName: 'Guaranty Trust',
  accountDetails: { Zulu: '1', Alpha: '2', 'Account number': '0123456789' },
};

describe('a receiving account', () => {
  test('is added, changed and removed only with the password given again', async () => {
    const [known] = await ofAdmin('USD');
    const item = `${path}/${known?.id}`;
    const before = (await sql('select * from payment_methods order by id')).rows;
    const attempts = [
      asAdmin('POST', path, newBank, {}),
      asAdmin('PUT', item, { isActive: false }, {}),
      asAdmin('PUT', item, { isActive: false }, { 'X-Step-Up': admin.token }),
      asAdmin('DELETE', item, undefined, {}),
      asAdmin('POST', '/api/admin/seed-payment-methods', undefined, { 'X-Step-Up': 'nonsense' }),
    ];
    const codes = (await Promise.all(attempts)).map(({ status, body }) => `${status} ${String(body.code)}`);
    expect(new Set(codes)).toEqual(new Set(['403 step_up_required']));
    expect((await sql('select * from payment_methods order by id')).rows).toEqual(before);
  });

  test('is shown to customers in the order its lines were written, and leaves history, audit and a mail', async () => {
    const mailsBefore = (await mailbox.to(adminEmail)).length;
    const made = await asAdmin('POST', path, { ...newBank, accountDetails: JSON.stringify(newBank.accountDetails) });
    expect(made).toMatchObject({ status: 201, body: { country: 'NG', isActive: true, isSample: false, sortOrder: 0 } });
    const id = String(made.body.id);
    const shown = (await seenByCustomers('NGN')).find((method) => method.id === id);
    expect(Object.keys(shown?.accountDetails ?? {})).toEqual(['Zulu', 'Alpha', 'Account number']);
    await asAdmin('PUT', `${path}/${id}`, { accountDetails: 'pay at the counter', instructions: 'Bring this slip' });
    expect((await seenByCustomers('NGN')).find((method) => method.id === id)).toMatchObject({
      accountDetails: { details: 'pay at the counter' },
      displayName: 'Guaranty Trust',
    });
    expect((await asAdmin('DELETE', `${path}/${id}`)).status).toBe(204);
    const history = await sql('select * from payment_method_changes where payment_method_id = $1 order by changed_at', [
      id,
    ]);
    expect(history.rows.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted']);
    expect(history.rows[1]).toMatchObject({
      before: { accountDetails: newBank.accountDetails },
      after: { accountDetails: { details: 'pay at the counter' }, version: 2 },
    });
    const audit = await sql(`select action, details from audit_log where subject_id = $1 order by id`, [id]);
    expect(audit.rows.map(({ action }) => action)).toEqual([
      'payment_method.created',
      'payment_method.changed',
      'payment_method.deleted',
    ]);
    expect(JSON.stringify(audit.rows)).not.toContain('0123456789');
    const mails = (await mailbox.to(adminEmail)).slice(mailsBefore);
    expect(mails.map(({ template, data }) => `${template} ${String(data.kind)}`)).toEqual([
      'payment_method_notice created',
      'payment_method_notice changed',
      'payment_method_notice deleted',
    ]);
  });

  test('keeps its history, whoever asks the database to forget it', async () => {
    await expect(sql('delete from payment_method_changes')).rejects.toThrow('append only');
  });

  test('says what is missing', async () => {
    const fieldsOf = async (json: object) => Object.keys((await asAdmin('POST', path, json)).body.fields ?? {});
    expect(await fieldsOf({ currency: 'NGN' })).toEqual(['type', 'name', 'displayName']);
    expect(await fieldsOf({ ...newBank, type: 'cash' })).toEqual(['type']);
    expect((await asAdmin('POST', path, {})).body.fields).toMatchObject({ currency: 'Please select a currency' });
    expect(await fieldsOf({ ...newBank, accountDetails: { number: [1] } })).toEqual(['accountDetails']);
    expect((await asAdmin('PUT', `${path}/${randomUUID()}`, { name: 'x' })).status).toBe(404);
  });
});

describe('the samples', () => {
  test('say that they are samples, and stop being ones when the administrator enters the real account', async () => {
    const all = await ofAdmin();
    expect(all).toHaveLength(sampleMethods.length);
    expect(all.every(({ isSample, instructions }) => isSample && instructions?.startsWith(sampleMark))).toBe(true);
    const [php] = await ofAdmin('PHP');
    const renamed = await asAdmin('PUT', `${path}/${php?.id}`, {
      sortOrder: 5,
      accountDetails: php?.accountDetails,
    });
    expect(renamed.body.isSample).toBe(true);
    const own = await asAdmin('PUT', `${path}/${php?.id}`, {
      accountDetails: { 'Account number': '42' },
      instructions: null,
    });
    expect(own.body).toMatchObject({ isSample: false, instructions: null });
  });

  test('that are missing come back with the seed, not with a restart', async () => {
    const [ngn] = await ofAdmin('NGN');
    await asAdmin('DELETE', `${path}/${ngn?.id}`);
    await seedSampleMethods(app.deps);
    expect(await ofAdmin('NGN')).toEqual([]);
    const seeded = await Promise.all([1, 2].map(() => asAdmin('POST', '/api/admin/seed-payment-methods')));
    expect(seeded.flatMap(({ body }) => body as unknown as unknown[])).toHaveLength(1);
    expect(await ofAdmin('NGN')).toMatchObject([{ isSample: true, isActive: true }]);
  });

  test('start inactive in production', async () => {
    const fresh = await createTestDatabase();
    const production = { ...app.deps.env, production: true };
    const other = await startTestApp(fresh);
    await fresh.pool.query('delete from payment_methods');
    await fresh.pool.query(
      'alter table payment_method_changes disable trigger all; delete from payment_method_changes',
    );
    await seedSampleMethods({ ...other.deps, env: production });
    const { rows } = await fresh.pool.query<{ active: number; all: number }>(
      `select count(*) filter (where is_active)::int as active, count(*)::int as all from payment_methods`,
    );
    expect(rows[0]).toEqual({ active: 0, all: sampleMethods.length });
    await other.stop();
    await fresh.drop();
  });
});
