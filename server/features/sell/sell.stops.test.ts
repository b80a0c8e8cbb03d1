import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import type { WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const { aClient, goAway } = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);

const ada = fixture(() => aSeller(testbed.app, testbed.database.pool));
const admin = fixture(() => theAdmin(testbed.app));
afterAll(goAway);

const newBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const xrp = { cryptoId: 'ripple', cryptoAmount: 100, targetCurrency: 'USD' };
const litecoin = { cryptoId: 'litecoin', cryptoAmount: 1, targetCurrency: 'USD' };
const noAddress = expect.objectContaining({
  address: '',
  memo: null,
  stoppedAt: expect.any(String) as string,
}) as object;

type Target = { address: string; memo?: string | null };
const asAdmin = (method: string, path: string, json?: object, headers: Record<string, string> = admin.stepUp) =>
  testbed.app.call(method, `/api/admin/${path}`, { token: admin.token, headers, ...(json && { json }) });
const stop = (coin: string, { address, memo = null }: Target, headers?: Record<string, string>) =>
  asAdmin('POST', `wallets/${coin}/stop`, { address, memo, reason: 'The key was stolen' }, headers);
const wallet = async (coin: string) => (await asAdmin('GET', `wallets/${coin}`)).body as unknown as WalletWithHistory;
const asAda = (path: string) => testbed.app.call('GET', path, { token: ada.token });
const requestQuote = (terms: object, key?: string) =>
  testbed.app.call('POST', '/api/sell-quotes', {
    token: ada.token,
    json: terms,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });

test('an address is stopped only with the password given again, with a reason, and only one that the coin has or had', async () => {
  const { address } = await wallet('tron');
  expect(await stop('tron', { address: address ?? '' }, {})).toMatchObject({
    status: 403,
    body: { code: 'step_up_required' },
  });
  expect((await asAdmin('POST', 'wallets/tron/stop', { address, memo: null, reason: ' ' })).status).toBe(400);
  expect(await stop('tron', { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' })).toMatchObject({
    status: 404,
    body: { reason: 'deposit_address_not_found' },
  });
  expect((await stop('dogecoin', { address: address ?? '' })).status).toBe(404);
  const asCustomer = { token: ada.token, headers: admin.stepUp, json: { address, reason: 'Because' } };
  expect((await testbed.app.call('POST', '/api/admin/wallets/tron/stop', asCustomer)).status).toBe(403);
  expect((await wallet('tron')).stoppedAt).toBeNull();
});

test('a stopped address vanishes at once from every answer, of repeated requests too, and every open screen hears of it', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const open = await requestQuote(someBitcoin, first);
  const { address } = open.body.deposit as { address: string };
  const submitted = await submit(testbed.app, ada, orderOf(await aQuote(testbed.app, ada)), { key: second });
  expect(submitted.body.deposit).toMatchObject({ address, stoppedAt: null });
  const before = await asAda('/api/transactions?page=1&pageSize=5');
  const screen = await aClient({ token: ada.token });

  expect(await stop('bitcoin', { address })).toMatchObject({ status: 200, body: { address } });
  await waitForMessage(screen, { type: 'deposit_address_stopped' });

  const paths = ['/api/sell-quotes', `/api/sell-quotes/${String(open.body.quoteId)}`];
  const orders = ['/api/transactions', `/api/transactions/${submitted.body.id}`];
  for (const path of [...paths, ...orders]) {
    const answer = await asAda(path);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(address);
    const [item] = [answer.body].flat() as { deposit: unknown }[];
    expect(item?.deposit).toEqual(noAddress);
  }
  expect((await asAda(paths[1] ?? '')).body.deposit).toMatchObject({ uri: '' });
  const again = await requestQuote(someBitcoin, first);
  expect(again.body).toMatchObject({ quoteId: open.body.quoteId, deposit: noAddress });
  expect(JSON.stringify(again.body)).not.toContain(address);
  const poll = await testbed.app.call('GET', '/api/transactions?page=1&pageSize=5', {
    token: ada.token,
    headers: { 'If-None-Match': before.headers.get('etag') ?? '' },
  });
  expect(poll.status).toBe(200);
  expect(await requestQuote(someBitcoin)).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });

  // A customer who has already paid submits the proof as planned, and the team still sees the address.
  const proven = await submit(testbed.app, ada, orderOf(open.body as unknown as Parameters<typeof orderOf>[0]));
  expect(proven).toMatchObject({ status: 201, body: { deposit: noAddress } });
  const review = await asAdmin('GET', `transactions/${proven.body.id}`);
  expect(review.body.deposit).toMatchObject({ address, stoppedAt: expect.any(String) as string });
});

test('the stop is mailed to customers who may be about to pay, without the address, and to the administrator, and is in the audit log', async () => {
  const { deposit, reference, quoteId } = await aQuote(testbed.app, ada, xrp);
  await stop('ripple', deposit);
  const mail = (await testbed.mailbox.to(ada.email)).filter(({ template }) => template === 'address_stopped').at(-1);
  expect(mail?.data).toMatchObject({ reference, id: quoteId });
  expect(JSON.stringify(mail)).not.toContain(deposit.address);
  const notices = (await testbed.mailbox.to(adminEmail)).filter(({ template }) => template === 'wallet_notice');
  expect(notices.at(-1)?.data).toMatchObject({ kind: 'stopped', address: deposit.address, memo: deposit.memo });
  const rows = await testbed.rows(
    `select subject_id, details from audit_log where action = 'wallet.address_stopped' order by id desc limit 1`,
  );
  const { address, memo } = deposit;
  expect(rows).toEqual([{ subject_id: 'ripple', details: { address, memo, reason: 'The key was stolen' } }]);
});

test('a stop is final: the address is neither set nor switched on again, waits its hour no more, and no row can be changed', async () => {
  const { address } = await wallet('bitcoin');
  const stopped = { address: address ?? '' };
  expect(await wallet('bitcoin')).toMatchObject({ stoppedAt: expect.any(String) as string, isActive: true });
  expect(await stop('bitcoin', stopped)).toMatchObject({ status: 409, body: { reason: 'deposit_address_stopped' } });
  expect(await asAdmin('PUT', 'wallets/bitcoin', stopped)).toMatchObject({ status: 400 });
  // Another address waits for the usual cool-off, and may be stopped before its hour.
  const asked = await asAdmin('PUT', 'wallets/bitcoin', { address: newBitcoin });
  expect(asked).toMatchObject({ status: 200, body: { waiting: { toAddress: newBitcoin, stoppedAt: null } } });
  expect((await stop('bitcoin', { address: newBitcoin })).body.waiting).toBeNull();
  await asAdmin('PUT', 'wallets/bitcoin', { isActive: false });
  expect(await asAdmin('PUT', 'wallets/bitcoin', { isActive: true })).toMatchObject({
    status: 422,
    body: { reason: 'deposit_address_stopped' },
  });
  expect((await walletsNeedingAttention(testbed.app.deps)).closed).toContainEqual(
    expect.objectContaining({ cryptoId: 'bitcoin' }),
  );
  await expect(testbed.rows(`delete from deposit_address_stops`)).rejects.toThrow('never removed');
  await expect(testbed.rows(`update deposit_address_stops set address = 'x'`)).rejects.toThrow('append only');
});

test('an address with another destination tag is another address', async () => {
  const { address, stoppedAt } = await wallet('ripple');
  expect(stoppedAt).not.toBeNull();
  const asked = await asAdmin('PUT', 'wallets/ripple', { address, memo: '77' });
  expect(asked).toMatchObject({ status: 200, body: { waiting: { toMemo: '77' } } });
});

test('a stop slipped into the database stops the address as well, and raises the alarm', async () => {
  const { deposit } = await aQuote(testbed.app, ada, litecoin);
  await testbed.rows(
    `insert into deposit_address_stops (crypto_id, address, memo, reason, stopped_by, stopped_at, signature)
     values ('litecoin', $1, '', 'None', gen_random_uuid(), now(), '\\x00')`,
    [deposit.address],
  );
  expect(await requestQuote(litecoin)).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });
  const { forged } = await walletsNeedingAttention(testbed.app.deps);
  expect(forged.map(({ cryptoId }) => cryptoId)).toEqual(['litecoin']);
});
