import { beforeAll, describe, expect, test } from 'vitest';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import {
  litecoinAddresses,
  litecoinKey,
  litecoinSource,
  sourceCalls,
  tronAddresses,
} from '#tests/factories/own-addresses.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_TRON: 'simulated', WALLET_COOLOFF_HOURS: '24' });
let call: Awaited<ReturnType<typeof sourceCalls>>['call'];
beforeAll(async () => {
  ({ call } = await sourceCalls(testbed));
});

const list = async () => (await call('GET')).body as unknown as DepositSourceView[];
const fieldsOf = (answer: { status: number; body: Record<string, unknown> }) => {
  const errors = (answer.body.fieldErrors ?? {}) as Record<string, { reason: string }>;
  return [answer.status, ...Object.entries(errors).map(([field, { reason }]) => `${field}: ${reason}`)];
};
const pool = (addresses: string[], more: object = {}) => ({
  kind: 'pool',
  chain: 'tron',
  coinIds: ['tron'],
  addresses,
  ...more,
});

test('the preview shows the first addresses of a key, the fourth excepted, and stores nothing', async () => {
  const { status, body } = await call('POST', '/preview', { cryptoId: 'litecoin', xpub: litecoinKey }, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ scriptType: 'p2wpkh', fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string });
  const shown = (body.addresses as { address: string | null }[]).map(({ address }) => address);
  expect(shown).toEqual([...litecoinAddresses.slice(0, 3), null, expect.stringMatching(/^ltc1q/)]);
  expect(await list()).toEqual([]);
});

describe('what must not become a source stores nothing and has its words', () => {
  const bitcoinKey =
    'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP';
  const privateKey =
    'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
  const listed = tronAddresses(20);
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const swapped = (at: number, line: string) => listed.map((address, index) => (index === at ? line : address));
  test.each<[string, object, unknown[]]>([
    ['a wrong fourth address', { ...litecoinSource, lastSix: 'qqqqqq' }, [400, 'lastSix: fourth_address_wrong']],
    ['the words of a wallet', { ...litecoinSource, xpub: words }, [400, 'xpub: key_seed']],
    [
      'a key that is not complete',
      { ...litecoinSource, xpub: litecoinKey.slice(0, -1) },
      [400, 'xpub: xpub_malformed'],
    ],
    ['a key that another coin spells', { ...litecoinSource, xpub: bitcoinKey }, [400, 'xpub: xpub_other_coin']],
    ['a private key', { ...litecoinSource, xpub: privateKey }, [400, 'xpub: key_private']],
    ['a key of another kind', { ...litecoinSource, scriptType: 'p2pkh' }, [400, 'scriptType: xpub_other_script']],
    ['a key of another coin', { ...litecoinSource, cryptoId: 'bitcoin' }, [400, 'lastSix: fourth_address_wrong']],
    ['a list too short', pool(listed.slice(1)), [400, 'addresses: list_too_short']],
    ['a list too long', pool(tronAddresses(201)), [400, 'addresses: list_too_long']],
    ['a private key in a list', pool(swapped(4, 'ab'.repeat(32))), [400, 'addresses.4: key_private']],
    [
      'an address of another chain',
      pool(swapped(5, litecoinAddresses[0] ?? '')),
      [400, 'addresses.5: deposit_address_malformed'],
    ],
    ['an address twice', pool(swapped(7, listed[2] ?? '')), [400, 'addresses.7: address_twice']],
    ['coins of another chain', pool(listed, { coinIds: ['ethereum'] }), [400, 'coinIds: source_coins_invalid']],
    [
      'an X-address for tags',
      { kind: 'tags', cryptoId: 'ripple', address: 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8xvjGQTYPiAx6gwDC' },
      [400, 'address: x_address_given'],
    ],
    [
      'a chain that nobody reads',
      { kind: 'tags', cryptoId: 'ripple', address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf' },
      [409],
    ],
  ])('%s', async (_, input, expected) => {
    expect(fieldsOf(await call('POST', '', input))).toEqual(expected);
    expect(await list()).toEqual([]);
    const noted = `select 1 from audit_log where action like 'source.%' union all select 1 from idempotency_keys`;
    expect(await testbed.rows(noted)).toEqual([]);
  });
});

test('a source is added by the administrator alone with the password given again, waits, and never shows its key', async () => {
  expect((await call('POST', '', litecoinSource, {})).body).toMatchObject({ code: 'step_up_required' });
  const ada = await aSeller(testbed.app, testbed.database.pool);
  expect((await testbed.app.call('GET', '/api/admin/deposit-sources', { token: ada.token })).status).toBe(403);
  const added = await call('POST', '', litecoinSource);
  expect(added).toMatchObject({
    status: 201,
    body: {
      kind: 'xpub',
      state: 'waiting',
      keyEnding: litecoinKey.slice(-6),
      gapLimit: 20,
      lookAhead: 0,
      tampered: false,
    },
  });
  expect(fieldsOf(await call('POST', '', litecoinSource))).toEqual([409, 'xpub: xpub_known']);
  expect((await call('POST', '', pool(tronAddresses(20)))).status).toBe(201);
  expect(fieldsOf(await call('POST', '', pool(tronAddresses(40))))).toEqual([400, 'addresses.0: address_known']);
  expect(JSON.stringify(await list())).not.toContain(litecoinKey);
  const everywhere = await testbed
    .rows(
      `select (select string_agg(details::text, '') from audit_log) || (select string_agg(data::text, '') from outbox)
       || coalesce((select string_agg(encode(response, 'escape'), '') from idempotency_keys), '') as text`,
    )
    .catch(() => testbed.rows(`select string_agg(details::text, '') as text from audit_log`));
  expect(JSON.stringify(everywhere)).not.toContain(litecoinKey.slice(0, 40));
});

test('a row that was written behind the product is marked, and raises the alarm', async () => {
  const [source] = (await list()).filter(({ kind }) => kind === 'xpub');
  await testbed.rows(`update deposit_sources set gap_limit = 1000 where id = $1`, [source?.id]);
  expect((await list()).find(({ id }) => id === source?.id)).toMatchObject({ tampered: true });
});

test('what waits can be withdrawn, and a stopped source stays stopped', async () => {
  const [tron] = (await list()).filter(({ kind }) => kind === 'pool');
  const path = `/${tron?.id}`;
  expect((await call('DELETE', `${path}/change`)).body).toMatchObject({ state: 'off' });
  expect((await call('PUT', path, { isActive: true, version: 1 })).status).toBe(409);
  const on = await call('PUT', path, { isActive: true, version: 3 });
  expect(on.body).toMatchObject({ state: 'waiting', counts: { total: 20 } });
  expect((await call('POST', `${path}/stop`, { reason: 'The keys were stolen' })).body).toMatchObject({
    state: 'stopped',
  });
  expect((await call('PUT', path, { isActive: true, version: 4 })).status).toBe(409);
  const { body } = await call('GET', `${path}/addresses?state=stopped&pageSize=5`);
  expect(body).toHaveLength(5);
  const csv = await call('GET', `${path}/addresses/export`);
  expect(csv.status).toBe(200);
});
