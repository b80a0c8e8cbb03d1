import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { aQuote, orderOf, saleOf, submit } from '#tests/factories/sales.ts';
import { walletCalls } from '#tests/factories/wallets.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcomeOf, outcomesOf, teamCalls } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { walletsNeedingAttention } from './wallets.service.ts';

const testbed = openTestbed({ WALLET_COOLOFF_HOURS: '24' });
const { app, rows, row, audit } = testbed;
const { ada, session, admin, put, wallet, cancel, quote, shown, mailsAfter } = walletCalls(testbed);
const hoursLater = (hours: number) => testbed.minutesLater(hours * 60);

const newBitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const otherBitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const xrp = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';

describe('the change of a deposit address', () => {
  afterEach(async () => {
    await cancel('bitcoin');
  });

  test('is requested only by the administrator with the password', async () => {
    const walletBefore = await wallet('bitcoin');
    const withoutStepUp = teamCalls(app, { token: session.token });
    const outcomes = await outcomesOf([
      put('bitcoin', { address: newBitcoin }, withoutStepUp),
      admin.put('wallets/bitcoin', { address: newBitcoin }, { 'X-Step-Up': session.token }),
      put('bitcoin', { isActive: false }, withoutStepUp),
      admin.put('wallets/bitcoin', { minimumDeposit: 1 }, { 'X-Step-Up': 'nonsense' }),
      cancel('bitcoin', withoutStepUp),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => '403 step_up_required'));
    const asCustomer = teamCalls(app, { token: ada.token, headers: session.headers });
    expect((await put('bitcoin', { address: newBitcoin }, asCustomer)).status).toBe(403);
    expect(await wallet('bitcoin')).toEqual(walletBefore);
  });

  test('applies to new quotes after the cool-off, and changes no earlier quote', async () => {
    const { length } = await mailsAfter(0);
    const kinds = async () => (await mailsAfter(length)).map(({ data }) => data.kind);
    const oldQuote = await aQuote(app, ada);
    const { address } = oldQuote.deposit;
    const pending = { toAddress: newBitcoin, changedBy: adminEmail };
    const response = await put('bitcoin', { address: ` ${newBitcoin} ` });
    expect(response).toMatchObject({ status: 200, body: { address, isSample: true, waiting: pending } });
    expect(await shown()).toBe(address);
    hoursLater(23.9);
    expect(await shown()).toBe(address);
    expect(await mailsAfter(length)).toMatchObject([{ data: { kind: 'asked', address: newBitcoin } }]);

    hoursLater(24.1);
    expect(await Promise.all([shown(), shown(), shown()])).toEqual([newBitcoin, newBitcoin, newBitcoin]);
    expect(await kinds()).toEqual(['asked', 'live']);
    expect(await outcomeOf(submit(app, ada, orderOf(oldQuote)))).toBe('409 quote_changed');
    const storedRow = await row('select deposit_address as address from sell_quotes where id = $1', [oldQuote.quoteId]);
    expect(storedRow).toEqual({ address });

    const after = await wallet('bitcoin');
    expect(after).toMatchObject({ address: newBitcoin, isSample: false, isActive: true, waiting: null });
    const change = { fromAddress: address, toAddress: newBitcoin, changedBy: adminEmail, tampered: false };
    expect(after.history[0]).toMatchObject(change);
    const actions = (await audit('wallet.%')).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['wallet.change_asked', 'wallet.changed']);
  });

  test('can be cancelled while it waits, and stays cancelled after an edit of the row', async () => {
    const walletsBefore = await shown();
    await put('bitcoin', { address: otherBitcoin });
    const { length } = await mailsAfter(0);
    expect(await cancel('bitcoin')).toMatchObject({ status: 200, body: { address: walletsBefore, waiting: null } });
    expect(await mailsAfter(length)).toMatchObject([{ data: { kind: 'cancelled' } }]);
    expect((await cancel('bitcoin')).status).toBe(404);
    await expect(rows('update deposit_wallet_changes set cancelled_at = null')).rejects.toThrow('append only');
    await rows(`alter table deposit_wallet_changes disable trigger all;
      update deposit_wallet_changes set cancelled_at = null where to_address = '${otherBitcoin}';
      alter table deposit_wallet_changes enable trigger all`);
    hoursLater(25);
    expect(await shown()).toBe(walletsBefore);
    expect((await wallet('bitcoin')).waiting).toBeNull();
  });

  test('replaces a waiting one', async () => {
    const first = 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz';
    const second = 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441';
    await put('litecoin', { address: first });
    const repeat = await put('litecoin', { address: first });
    expect(repeat).toMatchObject({ status: 400, body: { fields: { address: expect.any(String) as string } } });
    await put('litecoin', { address: second });
    const { history, waiting } = await wallet('litecoin');
    expect(waiting?.toAddress).toBe(second);
    expect(history.map(({ cancelledAt }) => cancelledAt === null)).toEqual([true, false]);
    hoursLater(25);
    expect(await shown(saleOf('litecoin', 1))).toBe(second);
  });

  test('is made by the first of two administrators at once', async () => {
    const { version } = await wallet('bitcoin');
    await put('bitcoin', { address: otherBitcoin, version });
    await cancel('bitcoin');
    expect(await outcomeOf(put('bitcoin', { address: otherBitcoin, version }))).toBe('409 conflict');
    const addresses = ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw'];
    expect(await outcomesOf(addresses.map((address) => put('tron', { address })))).toEqual(['200', '200']);
    const { history } = await wallet('tron');
    expect(history.filter(({ cancelledAt }) => cancelledAt === null)).toHaveLength(1);
  });

  const invalid = 'The address format appears to be invalid for Bitcoin.';
  test.each([
    ['bitcoin', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }, { address: invalid }],
    ['bitcoin', { address: checksummed }, { address: invalid }],
    ['bitcoin', { address: ' ' }, { address: 'enter' }],
    ['usdt-erc20', { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, { address: 'token itself' }],
    ['usdt-trc20', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }, { address: 'token itself' }],
    ['ethereum', { address: '0x000000000000000000000000000000000000dEaD' }, { address: 'is lost' }],
    ['ripple', { address: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', memo: '7' }, { address: 'is lost' }],
    ['ripple', { address: `${xrp}?dt=8`, memo: '7' }, { memo: 'another destination tag' }],
    ['bitcoin', { address: otherBitcoin, memo: '7' }, { memo: 'tag' }],
    ['ripple', { address: xrp }, { memo: 'tag' }],
    ['ripple', { address: xrp, memo: '99999999999' }, { memo: '' }],
    ['ethereum', { address: checksummed.toLowerCase() }, { address: 'no checksum' }],
  ])(
    'of %s to %o is refused with a text for the administrator, because no coin could arrive',
    async (coin, json, texts) => {
      const { status, body } = await put(coin, json);
      const fields = Object.entries(texts).map(([field, text]) => [field, expect.stringContaining(text) as string]);
      expect({ status, ...body }).toMatchObject({ status: 400, fields: Object.fromEntries(fields) as object });
    },
  );

  test('is refused for an unknown coin and for an unchanged address', async () => {
    expect((await put('dogecoin', { address: otherBitcoin })).status).toBe(404);
    const { address } = await wallet('binancecoin');
    const fields = { address: expect.stringContaining('already') as string };
    expect((await put('binancecoin', { address })).body).toMatchObject({ fields });
    const response = await put('ethereum', { address: checksummed.toLowerCase(), uncheckedAccepted: true });
    expect(response).toMatchObject({ status: 200, body: { waiting: { toAddress: checksummed } } });
  });
});

test('a changed smallest deposit applies to every process at once, and is audited', async () => {
  const minimumDeposit = 0.5;
  expect(await put('litecoin', { minimumDeposit })).toMatchObject({ status: 200, body: { minimumDeposit } });
  const refusal = { status: 422, body: { code: 'below_minimum', minimumDeposit } };
  await vi.waitFor(async () => expect(await quote(saleOf('litecoin', 0.4))).toMatchObject(refusal), 30_000);
  expect((await put('litecoin', { minimumDeposit: 0 })).status).toBe(400);
  expect((await put('usdt-trc20', { minimumDeposit: 1.1234567 })).status).toBe(400);
  expect(await audit('wallet.minimum_changed')).toMatchObject([{ details: { from: '0.1', to: '0.5' } }]);
});

test('a changed address is on the overview for a day, beside samples and coins without an address', async () => {
  await put('ripple', { address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', memo: '0042' });
  await put('usdt-trc20', { isActive: false });
  const attention = await walletsNeedingAttention(app.deps);
  const ripple = (state: string) => expect.objectContaining({ cryptoId: 'ripple', state }) as object;
  expect(attention.changes).toContainEqual(ripple('waiting'));
  expect(attention.closed.map(({ cryptoId }) => cryptoId)).toEqual(['usdt-trc20']);
  expect(attention.samples.map(({ cryptoId }) => cryptoId)).toContain('ripple');
  hoursLater(25);
  await admin.get('wallets');
  expect((await walletsNeedingAttention(app.deps)).changes).toContainEqual(ripple('live'));
  hoursLater(50);
  const { changes } = await walletsNeedingAttention(app.deps);
  expect(changes.filter(({ cryptoId }) => cryptoId === 'ripple')).toEqual([]);
});

test('a sample cannot be switched on in production, and the second own address waits', async () => {
  const production = await testbed.another();
  const owner = teamCalls(production, session);
  // The setting of production.
  for (const coin of ['bitcoin-cash', 'usdt-erc20']) await put(coin, { isActive: false }, owner);
  Object.assign(production.deps.env, { production: true });
  expect(await outcomeOf(put('usdt-erc20', { isActive: true }, owner))).toBe('422 address_unavailable');
  const address = checksummed;
  const toAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const liveWallet = { isActive: true, isSample: false, waiting: null, cooloffHours: 24 };
  const first = await put('usdt-erc20', { address, isActive: true }, owner);
  expect(first).toMatchObject({ status: 200, body: { address, ...liveWallet } });
  const second = await put('usdt-erc20', { address: toAddress }, owner);
  expect(second).toMatchObject({ status: 200, body: { address, waiting: { toAddress } } });
  // The request gives an address alone, which switches the coin on.
  const addressChange = await put('bitcoin-cash', { address: 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }, owner);
  expect(addressChange.body).toMatchObject(liveWallet);
});

test('an address of Litecoin’s test network is accepted if the node is of that network', async () => {
  const regtest = await testbed.another({ CHAIN_LITECOIN_NETWORK: 'regtest' });
  const owner = teamCalls(regtest, await theOwner({ ...testbed, app: regtest }));
  const networkOf = async (coin: string) => (await owner.get<WalletWithHistory>(`wallets/${coin}`)).body.network;
  expect([await networkOf('litecoin'), await networkOf('bitcoin')]).toEqual(['regtest', 'main']);
  const json = { address: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3' };
  expect((await put('litecoin', json)).status).toBe(400);
  expect((await wallet('litecoin')).network).toBe('main');
  expect((await put('litecoin', json, owner)).status).toBe(200);
});
