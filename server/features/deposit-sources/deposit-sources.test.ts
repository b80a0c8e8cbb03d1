import { describe, expect, test } from 'vitest';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import {
  litecoinAddresses,
  litecoinKey,
  litecoinSource,
  sourceCalls,
  tronAddresses,
} from '#tests/factories/own-addresses.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_TRON: 'simulated', WALLET_COOLOFF_HOURS: '24' });
const admin = fixture(() => sourceCalls(testbed));
const list = async () => (await admin.get<DepositSourceView[]>('')).body;
const theOne = async (wanted: string) => (await list()).find(({ kind }) => kind === wanted);

/** Error of each field in an answer. */
const refused = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer;
  const errors = (body.fieldErrors ?? {}) as Record<string, { reason: string }>;
  return [status, ...Object.entries(errors).map(([field, { reason }]) => `${field}: ${reason}`)].join(' ');
};
const pool = (addresses: string[], coinIds = ['tron']) => ({ kind: 'pool', chain: 'tron', coinIds, addresses });
const tags = (address: string) => ({ kind: 'tags', cryptoId: 'ripple', address });

test('the preview shows the first addresses of a key except the fourth, and stores nothing', async () => {
  const { status, body } = await admin.post('/preview', { cryptoId: 'litecoin', xpub: litecoinKey }, {});
  expect([status, body.scriptType]).toEqual([200, 'p2wpkh']);
  expect(body.fingerprint).toMatch(/^[0-9a-f]{8}$/);
  const shownAddresses = (body.addresses as { address: string | null }[]).map(({ address }) => address);
  expect(shownAddresses).toEqual([...litecoinAddresses.slice(0, 3), null, expect.stringMatching(/^ltc1q/)]);
  expect(await list()).toEqual([]);
});

describe('a refused source stores nothing', () => {
  const privateKey =
    'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const listed = tronAddresses(20);
  const key = (xpub: string) => ({ ...litecoinSource, xpub });
  const swapped = (at: number, line = '') => pool(listed.map((address, index) => (index === at ? line : address)));
  test.each<[string, object, string]>([
    ['a wrong fourth address', { ...litecoinSource, lastSix: 'qqqqqq' }, '400 lastSix: fourth_address_wrong'],
    ['the words of a wallet', key(words), '400 xpub: key_seed'],
    ['a private key', key(privateKey), '400 xpub: key_private'],
    ['a key of another kind', { ...litecoinSource, scriptType: 'p2pkh' }, '400 scriptType: xpub_other_script'],
    ['a key of another coin', { ...litecoinSource, cryptoId: 'bitcoin' }, '400 lastSix: fourth_address_wrong'],
    ['a list too short', pool(listed.slice(1)), '400 addresses: list_too_short'],
    ['a list too long', pool(tronAddresses(201)), '400 addresses: list_too_long'],
    ['a private key in a list', swapped(4, 'ab'.repeat(32)), '400 addresses.4: key_private'],
    ['an address of another chain', swapped(5, litecoinAddresses[0]), '400 addresses.5: deposit_address_malformed'],
    ['the contract of a token', swapped(6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), '400 addresses.6: address_is_token'],
    ['an account of the ledger without a key', tags('rrrrrrrrrrrrrrrrrrrrBZbvji'), '400 address: address_unspendable'],
    ['an address twice', swapped(7, listed[2]), '400 addresses.7: address_twice'],
    ['coins of another chain', pool(listed, ['ethereum']), '400 coinIds: source_coins_invalid'],
    ['an X-address', tags('XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC'), '400 address: x_address_given'],
    ['a chain that nobody reads', tags('rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'), '409'],
  ])('%s', async (_, input, expected) => {
    expect(await refused(admin.post('', input))).toBe(expected);
    expect(await list()).toEqual([]);
    const tracesSql = `select 1 from audit_log where action like 'source.%' union all select 1 from idempotency_keys`;
    expect(await testbed.rows(tracesSql)).toEqual([]);
  });
});

test('a member adds a source with the password, and it waits and never shows its key', async () => {
  expect(await outcome(admin.post('', litecoinSource, {}))).toMatch('step_up_required');
  const { token } = await aSeller(testbed.app, testbed.database.pool);
  expect((await testbed.app.call('GET', '/api/admin/deposit-sources', { token })).status).toBe(403);
  const { status, body } = await admin.post('', litecoinSource);
  expect(status).toBe(201);
  expect(body).toMatchObject({ kind: 'xpub', state: 'waiting', keyEnding: litecoinKey.slice(-6), tampered: false });
  expect(body).toMatchObject({ gapLimit: 20, lookAhead: 0 });
  expect(await refused(admin.post('', litecoinSource))).toBe('409 xpub: xpub_known');
  expect(await refused(admin.post('', pool(tronAddresses(20))))).toBe('201');
  expect(await refused(admin.post('', pool(tronAddresses(40))))).toBe('400 addresses.0: address_known');
  expect(JSON.stringify(await list())).not.toContain(litecoinKey);
  const [everywhere] = await testbed.rows(
    `select (select string_agg(details::text, '') from audit_log) as audit,
       (select string_agg(data::text, '') from outbox) as mails,
       (select string_agg(answer, '') from idempotency_keys) as answers`,
  );
  expect(everywhere?.audit).toContain('litecoin');
  expect(JSON.stringify(everywhere)).not.toContain(litecoinKey.slice(0, 40));
});

test('a row that was changed in the database is marked, and raises the alarm', async () => {
  const source = await theOne('xpub');
  await testbed.rows(`update deposit_sources set gap_limit = 1000 where id = $1`, [source?.id]);
  expect(await theOne('xpub')).toMatchObject({ id: source?.id, tampered: true });
});

test('a waiting change can be withdrawn, and a stopped source stays stopped', async () => {
  const path = `/${(await theOne('pool'))?.id}`;
  const switchOn = (version: number) => admin.put(path, { isActive: true, version });
  expect((await admin.del(`${path}/change`)).body).toMatchObject({ state: 'off' });
  expect((await switchOn(1)).status).toBe(409);
  expect((await switchOn(3)).body).toMatchObject({ state: 'waiting', counts: { total: 20 } });
  const { body: stoppedBody } = await admin.post(`${path}/stop`, { reason: 'The keys were stolen' });
  expect(stoppedBody).toMatchObject({ state: 'stopped' });
  expect((await switchOn(4)).status).toBe(409);
  expect((await admin.get(`${path}/addresses?state=stopped&pageSize=5`)).body).toHaveLength(5);
  expect(await outcome(admin.get(`${path}/addresses/export`))).toBe('200');
});
