import { beforeEach, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { outcome, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const admin = fixture(() => theAdmin(app));
type Guide = { steps: { id: string; state: string }[]; samples: { addresses: number; accounts: number } };
const guide = async () => (await admin.get<Guide>('setup')).body;
const inState = async (expected: string) =>
  (await guide()).steps.filter(({ state }) => state === expected).map(({ id }) => id);
const mark = (step: string, state: string) => admin.put(`setup/${step}`, { state });
beforeEach(async () => {
  await rows(`delete from settings where key in ('setup', 'brand', 'fees', 'offer')`);
  await app.deps.settings.refresh();
});

test('the guide ends when each step is done, marked as seen or skipped', async () => {
  expect(await inState('open')).toHaveLength(12);
  // Fees that are right need no change, and a mail that never left is not proven by a claim.
  await mark('fees', 'done');
  expect(await inState('done')).toEqual(['fees']);
  for (const step of ['mail', 'account', 'chains', 'testOrder']) await mark(step, 'done');
  expect(await inState('done')).toEqual(['fees']);
  await admin.post('setup/mail');
  await expect.poll(() => inState('done')).toEqual(['mail', 'fees']);
  for (const step of await inState('open')) await mark(step, 'skipped');
  expect(await inState('open')).toEqual([]);
  await mark('rates', 'open');
  expect(await inState('open')).toEqual(['rates']);
});

test('the steps of brand, fees and currencies are done once an administrator has changed them', async () => {
  const { offer } = settingsDefaults;
  await admin.put('settings', { offer: { ...offer, sources: { ...offer.sources, maxApartPercent: 2 } } });
  expect(await inState('done')).not.toContain('currencies');
  await admin.put('settings', {
    brand: { name: 'Hafen' },
    fees: { tiers: [{ overUsd: 0, percent: 3 }] },
    offer: { ...offer, others: false },
  });
  expect(await inState('done')).toEqual(expect.arrayContaining(['brand', 'currencies', 'fees']));
});

test('the step of a chain is done once it was read, and that of an account once it is entered', async () => {
  await rows(`insert into chain_cursors (chain, source) values ('bitcoin', 'node.test')`);
  expect(await inState('done')).not.toContain('chains');
  await rows(`update chain_cursors set ok_at = now()`);
  const bank = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bankName: 'Commerzbank' };
  await admin.post('desk-accounts', { name: 'Main', currency: 'EUR', format: 'pain001', holderName: 'Hafen', ...bank });
  expect(await inState('done')).toEqual(expect.arrayContaining(['chains', 'account']));
});

test('an order that ends by itself is no test order, and one that the team decides is', async () => {
  const end = async (kind: string) => {
    const id = await anOrder(app.deps, await aUser(database.pool));
    await rows(`update orders set status = 'failed', version = version + 1, decided_at = now() where id = $1`, [id]);
    const event = `insert into order_events (order_id, from_status, to_status, actor_kind)
      values ($1, 'pending', 'failed', $2)`;
    await rows(event, [id, kind]);
  };
  await end('system');
  expect(await inState('done')).not.toContain('testOrder');
  await end('desk');
  expect(await inState('done')).toContain('testOrder');
});

test('an owner switches every sample off at once, and customers see none of them any more', async () => {
  const { samples } = await guide();
  expect(samples.addresses).toBeGreaterThan(5);
  expect(samples.accounts).toBeGreaterThan(2);
  const mails = async () =>
    (await rows(`select count(*)::int as mails from outbox where template = 'payment_method_notice'`))[0];
  const mailsBefore = await mails();
  expect((await admin.post('samples/remove')).body).toEqual(samples);
  expect(await mails()).toEqual(mailsBefore);
  expect((await guide()).samples).toEqual({ addresses: 0, accounts: 0 });
  expect((await admin.get<{ needs: Guide }>('overview')).body.needs.samples).toEqual({ addresses: 0, accounts: 0 });
  const sampleQuery = `select 1 from deposit_wallets where is_sample and is_active
    union all select 1 from payment_methods where is_sample and is_active`;
  expect(await rows(sampleQuery)).toEqual([]);
  const { needs: changedNeeds } = (await admin.get<{ needs: { addressChanges: [] } }>('overview')).body;
  expect(changedNeeds.addressChanges).toEqual([]);
  // Their rows are whole: no alarm, and a second press does nothing.
  const { needs } = (await admin.get<{ needs: { forgedAddresses: []; forgedAccounts: [] } }>('overview')).body;
  expect([...needs.forgedAddresses, ...needs.forgedAccounts]).toEqual([]);
  expect((await admin.post('samples/remove')).body).toEqual({ addresses: 0, accounts: 0 });
  const entries = await rows(
    `select subject_type, count(*)::int as entries from audit_log
      where action in ('wallet.switched_off', 'payment_method.changed') group by 1 order by 1`,
  );
  expect(entries).toEqual([
    { subject_type: 'payment_method', entries: samples.accounts },
    { subject_type: 'wallet', entries: samples.addresses },
  ]);
});

test('the steps of own addresses and accounts are done once no sample is active', async () => {
  await rows('alter table deposit_wallets disable trigger user');
  const ownUpdate = `update deposit_wallets set is_sample = false, is_active = true where crypto_id = 'bitcoin'`;
  await rows(ownUpdate);
  await rows('update payment_methods set is_sample = false, is_active = true');
  await rows(`update deposit_wallets set is_active = true where crypto_id = 'ethereum'`);
  expect(await inState('done')).not.toContain('addresses');
  await rows('update deposit_wallets set is_active = false where is_sample');
  expect(await inState('done')).toContain('addresses');
});

test('a reviewer, who may not change addresses, switches no sample off', async () => {
  const reviewer = teamCalls(app, await aColleague(testbed, 'reviewer'));
  expect(await outcome(reviewer.post('samples/remove'))).toMatch(/^403/);
});
