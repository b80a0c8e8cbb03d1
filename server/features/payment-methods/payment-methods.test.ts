import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { sampleMark, sampleMethods } from './payment-methods.samples.ts';
import { seedSampleMethods } from './payment-methods.service.ts';

const { database, app, mailbox, rows } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));
const admin = fixture(() => theAdmin(app));

const accounts = (currency = '') => admin.list(`payment-methods${currency && `?currency=${currency}`}`);
const seenByCustomers = async (id: string) =>
  (await callsOf(app, ada).list('payment-methods?currency=NGN')).find((method) => method.id === id);

const accountDetails = { Zulu: '1', Alpha: '2', 'Account number': '0123456789' };
const newBank = { currency: 'NGN', type: 'bank', name: 'gtb', displayName: 'Guaranty Trust', accountDetails };

describe('a receiving account', () => {
  test('is added, changed and removed only with the password given again', async () => {
    const item = `payment-methods/${(await accounts('USD'))[0]?.id}`;
    const storedMethods = () => rows('select * from payment_methods order by id');
    const rowsBefore = await storedMethods();
    const attempts = await Promise.all([
      admin.post('payment-methods', newBank, {}),
      admin.put(item, { isActive: false }, {}),
      admin.put(item, { isActive: false }, { 'X-Step-Up': admin.token }),
      admin.del(item, undefined, {}),
      admin.post('seed-payment-methods', undefined, { 'X-Step-Up': 'nonsense' }),
    ]);
    expect(attempts).toMatchObject(attempts.map(() => ({ status: 403, body: { code: 'step_up_required' } })));
    expect(await storedMethods()).toEqual(rowsBefore);
  });

  test('is shown to customers with its lines in order, and changes it by history, audit and a mail', async () => {
    const mailsBefore = (await mailbox.to(adminEmail)).length;
    const response = await admin.post('payment-methods', {
      ...newBank,
      accountDetails: JSON.stringify(accountDetails),
    });
    expect(response).toMatchObject({
      status: 201,
      body: { country: 'NG', isActive: true, isSample: false, sortOrder: 0 },
    });
    const id = String(response.body.id);
    expect(Object.keys((await seenByCustomers(id))?.accountDetails ?? {})).toEqual(['Zulu', 'Alpha', 'Account number']);
    const counter = { accountDetails: { details: 'pay at the counter' } };
    await admin.put(`payment-methods/${id}`, {
      accountDetails: counter.accountDetails.details,
      instructions: 'Bring this slip',
    });
    expect(await seenByCustomers(id)).toMatchObject({ ...counter, displayName: 'Guaranty Trust' });
    expect((await admin.del(`payment-methods/${id}`)).status).toBe(204);
    const history = await rows(
      'select action, before, after from payment_method_changes where payment_method_id = $1 order by changed_at',
      [id],
    );
    const changedMethod = { before: { accountDetails }, after: { ...counter, version: 2 } };
    expect(history).toMatchObject([
      { action: 'created' },
      { action: 'changed', ...changedMethod },
      { action: 'deleted' },
    ]);
    const audit = await rows(`select action, details from audit_log where subject_id = $1 order by id`, [id]);
    const actions = ['created', 'changed', 'deleted'];
    expect(audit.map(({ action }) => action)).toEqual(actions.map((kind) => `payment_method.${kind}`));
    expect(JSON.stringify(audit)).not.toContain('0123456789');
    const notices = actions.map((kind) => ({ template: 'payment_method_notice', data: { kind } }));
    expect((await mailbox.to(adminEmail)).slice(mailsBefore)).toMatchObject(notices);
  });

  test('has a history that the database refuses to delete', async () => {
    await expect(rows('delete from payment_method_changes')).rejects.toThrow('append only');
  });

  test('with missing fields is refused by their names', async () => {
    const fieldsOf = async (json: object) => (await admin.post('payment-methods', json)).body.fields ?? {};
    expect(Object.keys(await fieldsOf({ currency: 'NGN' }))).toEqual(['type', 'name', 'displayName']);
    expect(Object.keys(await fieldsOf({ ...newBank, type: 'cash' }))).toEqual(['type']);
    expect(await fieldsOf({})).toMatchObject({ currency: 'Please select a currency' });
    const nested = { ...newBank, accountDetails: { number: [1] } };
    expect(Object.keys(await fieldsOf(nested))).toEqual(['accountDetails']);
    expect((await admin.put(`payment-methods/${randomUUID()}`, { name: 'x' })).status).toBe(404);
  });
});

describe('the sample accounts', () => {
  test('are marked as samples until the administrator enters the real account', async () => {
    const all = (await accounts()).filter(({ isSample }) => isSample);
    expect(all).toHaveLength(sampleMethods.length);
    expect(all.every(({ instructions }) => String(instructions).startsWith(sampleMark))).toBe(true);
    const [php] = await accounts('PHP');
    const change = async (json: object) => (await admin.put(`payment-methods/${php?.id}`, json)).body;
    expect(await change({ sortOrder: 5, accountDetails: php?.accountDetails })).toMatchObject({ isSample: true });
    const ownChange = await change({ accountDetails: { 'Account number': '42' }, instructions: null });
    expect(ownChange).toMatchObject({ isSample: false, instructions: null });
  });

  test('are replaced all together or not at all', async () => {
    const samples = (await accounts()).filter(({ isSample }) => isSample).slice(0, 2);
    const ownAccounts = samples.map(({ id }) => ({
      id,
      displayName: 'Ours',
      accountDetails: { Number: '42' },
      instructions: null,
    }));
    const replace = async (list: readonly object[]) =>
      (await admin.post('payment-methods/samples', { accounts: list })).status;
    const activeSamples = async () =>
      (await accounts()).filter(({ id, isSample }) => isSample && ownAccounts.some((our) => our.id === id));
    expect(await replace([...ownAccounts, { ...ownAccounts[0], id: randomUUID() }])).toBe(404);
    expect(await replace([...ownAccounts, ...ownAccounts.slice(0, 1)])).toBe(409);
    expect(await activeSamples()).toHaveLength(2);
    expect(await replace(ownAccounts)).toBe(200);
    expect(await activeSamples()).toEqual([]);
    expect(await replace(ownAccounts)).toBe(409);
  });

  test('are inserted again by the seed, not by a restart', async () => {
    const [ngn] = await accounts('NGN');
    await admin.del(`payment-methods/${ngn?.id}`);
    await seedSampleMethods(app.deps);
    expect(await accounts('NGN')).toEqual([]);
    const seeded = await Promise.all([1, 2].map(() => admin.post('seed-payment-methods')));
    expect(seeded.flatMap(({ body }) => body as unknown as unknown[])).toHaveLength(1);
    expect(await accounts('NGN')).toMatchObject([{ isSample: true, isActive: true }]);
  });

  test('are inactive at first in production', async () => {
    await rows('delete from payment_methods');
    await rows('alter table payment_method_changes disable trigger all');
    await rows('delete from payment_method_changes');
    await seedSampleMethods({ ...app.deps, env: { ...app.deps.env, production: true } });
    const counts = 'select count(*) filter (where is_active)::int as active, count(*)::int as all from payment_methods';
    expect(await rows(counts)).toEqual([{ active: 0, all: sampleMethods.length }]);
  });
});
