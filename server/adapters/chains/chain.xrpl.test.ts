import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { manyAddresses } from '#tests/setup/many-addresses.ts';
import { openRateSource } from '#tests/setup/rate-source.ts';
import type { ChainSource } from './chain.ts';
import { xrplChain } from './chain.xrpl.ts';

// The fake server returns the responses that the documentation of rippled describes: no real node ran here.

type Entry = Record<string, unknown>;
type Ledger = Record<string, unknown> & { transactions: unknown };

let source: ChainSource;
let ledgers: Map<number, { validated: unknown; ledger: Ledger }>;
const addresses = manyAddresses('ripple', 200);
const watched = addresses.map((address) => ({ coinId: 'ripple', address }));
const [ours = ''] = addresses;
const nameOf = (index: number) => index.toString(16).padStart(64, 'A').toUpperCase();

const server = openRateSource(async (request, response) => {
  const { params } = (await json(request)) as { params: [{ ledger_index: unknown }] };
  const [{ ledger_index: ledgerIndex }] = params;
  const foundLedger = ledgers.get(ledgerIndex === 'validated' ? Math.max(...ledgers.keys()) : Number(ledgerIndex));
  const result = foundLedger ? { status: 'success', ...foundLedger } : { status: 'error', error: 'lgrNotFound' };
  response.end(JSON.stringify({ result }));
});
beforeEach(() => {
  ledgers = new Map();
  source = xrplChain({ protocol: 'xrpl', url: server.url, name: 'xrpl.test' });
});

const aPayment = (changes: Entry = {}, meta: Entry = {}): Entry => ({
  TransactionType: 'Payment',
  Account: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  Destination: ours,
  DestinationTag: 4294967295,
  Amount: '999999999999',
  hash: nameOf(0xfee),
  ...changes,
  metaData: { TransactionIndex: 0, TransactionResult: 'tesSUCCESS', delivered_amount: '1234567', ...meta },
});
const anOffer = (place: number): Entry => ({
  TransactionType: 'OfferCreate',
  hash: nameOf(0xabc + place),
  metaData: { TransactionIndex: place, TransactionResult: 'tesSUCCESS' },
});

function close(index: number, transactions: readonly Entry[] = [], changes: Partial<Ledger> = {}): void {
  const ledger = {
    ledger_index: String(index),
    ledger_hash: nameOf(index),
    parent_hash: nameOf(index - 1),
    transaction_hash: transactions.length > 0 ? nameOf(0xdd) : '0'.repeat(64),
    close_time: 800_000_000 + index * 4,
    transactions,
    ...changes,
  };
  ledgers.set(index, { validated: true, ledger });
}
const read = async (from = 7, to = from) => source.transfersIn(from, to, watched);
/** Coin and amount of each transfer in a ledger with these transactions. */
async function broughtBy(...transactions: readonly Entry[]) {
  close(7, transactions);
  return (await read()).transfers.map(({ coinId, amount, failed }) => [coinId, amount.toFixed(), failed]);
}

test('a ledger with 200 watched addresses takes two requests, and a missed one takes one', async () => {
  for (let index = 7; index < 12; index += 1) {
    close(index, [aPayment({ Destination: addresses[index] })]);
    const requestsBefore = server.asked.length;
    const { height } = await source.tip();
    const { transfers } = await read(height);
    expect(transfers).toMatchObject([{ to: addresses[index], tag: '4294967295', block: { height: index } }]);
    expect(server.asked.length - requestsBefore).toBe(2);
  }
  const before = server.asked.length;
  expect((await read(7, 11)).blocks.map(({ height }) => height)).toEqual([7, 8, 9, 10, 11]);
  expect(server.asked.length - before).toBe(5);
});

const noPath = { TransactionResult: 'tecPATH_PARTIAL', delivered_amount: undefined };
const partial = aPayment({ Flags: 131_072 }, { delivered_amount: '1' });
test.each<[string, Entry, string, boolean]>([
  ['a partial payment counts with what it delivered, never with what was asked for', partial, '0.000001', false],
  ['a payment that failed brings nothing and says so', aPayment({}, noPath), '0', true],
])('%s', async (_sentence, payment, amount, failed) => {
  expect(await broughtBy(payment)).toEqual([['ripple', amount, failed]]);
});

test('tokens, offers, other people’s payments and a payment to oneself pay no coins', async () => {
  const stranger = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const usd = { currency: 'USD', issuer: ours, value: '50' };
  const list = [
    aPayment({}, { delivered_amount: usd }),
    aPayment({}, { delivered_amount: { mpt_issuance_id: '00AB', value: '50' }, TransactionIndex: 1 }),
    aPayment({ Destination: stranger }, { TransactionIndex: 2, delivered_amount: { new: 1 } }),
    aPayment({ Account: ours }, { TransactionIndex: 3 }),
    aPayment({ TransactionType: 'EscrowCreate' }, { TransactionIndex: 4, delivered_amount: undefined }),
    anOffer(5),
  ];
  expect(await broughtBy(...list)).toEqual([
    [`token:USD.${ours}`, '0', false],
    ['token:00AB', '0', false],
  ]);
});

test('the newer form of the answer is read like the older one', async () => {
  const { metaData: meta, hash, ...fields } = aPayment();
  close(7, [{ tx_json: fields, meta, hash }], { ledger_index: 7 });
  expect((await read()).transfers).toMatchObject([{ txHash: nameOf(0xfee).toLowerCase(), to: ours }]);
});

test('the reading stops at a ledger that the node does not have', async () => {
  close(7);
  close(9);
  await expect(read(7, 9)).rejects.toThrow('the node does not have these ledgers');
  expect(await source.blockHash(8)).toBeUndefined();
});

const lies: Record<string, () => void> = {
  'not validated': () => ledgers.set(7, { ...(ledgers.get(7) as { ledger: Ledger }), validated: false }),
  'another one': () => close(7, [aPayment()], { ledger_index: '8' }),
  'without its transactions': () => close(7, [aPayment()], { transactions: undefined }),
  'with an empty list': () => close(7, [aPayment()], { transactions: [] }),
  'with hashes alone': () => close(7, [aPayment()], { transactions: [nameOf(0xfee)] }),
  'with a transaction left out': () => close(7, [aPayment(), anOffer(2)]),
  'with a transaction twice': () => close(7, [aPayment(), aPayment(), anOffer(2)]),
  'with places that are no numbers': () => close(7, [aPayment({}, { TransactionIndex: '0' })]),
  'with a payment that nobody made': () => close(7, [aPayment()], { transaction_hash: '0'.repeat(64) }),
  'silent about what was delivered': () => close(7, [aPayment({}, { delivered_amount: undefined })]),
  'unsure about what was delivered': () => close(7, [aPayment({}, { delivered_amount: 'unavailable' })]),
  'with an amount of no coin': () => close(7, [aPayment({}, { delivered_amount: '1.5e3' })]),
  'with a payment without a hash': () => close(7, [aPayment({ hash: undefined })]),
  'of another parent': () => close(8, [aPayment()], { parent_hash: nameOf(99) }),
};

test.each(Object.entries(lies))('a ledger that is %s is an error, never a transfer', async (_lie, play) => {
  close(7, [aPayment()]);
  close(8);
  play();
  await expect(read(7, 8)).rejects.toThrow(FeedError);
});

test('a ledger that is cut off is an error, never a transfer', async () => {
  close(7, [aPayment()]);
  const text = JSON.stringify({ result: { status: 'success', ...ledgers.get(7) } });
  server.answer((_request: unknown, response: ServerResponse) => void response.end(text.slice(0, -20)));
  await expect(read()).rejects.toThrow('the answer is not JSON');
});
