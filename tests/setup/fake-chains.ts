import { randomBytes } from 'node:crypto';
import { hexOfAddress, tetherContract, tronChain } from '#server/adapters/chains/chain.tron.ts';
import { xrplChain } from '#server/adapters/chains/chain.xrpl.ts';
import { topic, units, word, type TestChain } from './chain-controls.ts';
import { startJsonServer } from './rate-source.ts';

// These two return the responses that the documentation of java-tron and rippled describes: no real node ran here.

type Kind = 'own' | 'token' | 'other' | 'failed';
type FakeTx = { hash: string; kind: Kind; to: string; units: bigint };
type FakeBlock = { height: number; hash: string; parentHash: string; at: number; txs: FakeTx[] };

const newHash = () => randomBytes(32).toString('hex');

/** Blocks and a mempool, with the controls of every chain under test. */
function aLedger() {
  let blocks: FakeBlock[] = [{ height: 100, hash: newHash(), parentHash: newHash(), at: Date.now(), txs: [] }];
  let pendingTxs: FakeTx[] = [];
  const tipBlock = () => blocks.at(-1) as FakeBlock;
  const mineBlocks = async (count = 1) => {
    for (let minedBlocks = 0; minedBlocks < count; minedBlocks += 1) {
      const { height, hash } = tipBlock();
      // Whole seconds, as the XRP Ledger has them.
      const at = Math.floor(Date.now() / 1000) * 1000;
      blocks.push({ height: height + 1, hash: newHash(), parentHash: hash, at, txs: pendingTxs.splice(0) });
    }
  };
  const add = async (kind: Kind, { to, amount }: { to: string; amount: string }) => {
    const hash = newHash();
    pendingTxs.push({ hash, kind, to, units: units(amount, 6) });
    return hash;
  };
  return {
    tip: tipBlock,
    mine: mineBlocks,
    add,
    at: (height: number) => blocks.find((block) => block.height === height),
    holding: (hash: string) => blocks.find(({ txs }) => txs.some((tx) => tx.hash === hash)),
    waiting: (hash: string) => pendingTxs.find((tx) => tx.hash === hash),
    /** The sum paid to an address in one asset, in the smallest units; undefined if it was never paid. */
    left: (address: string, kind: Kind) => {
      const paidTxs = blocks.flatMap(({ txs }) => txs).filter((tx) => tx.to === address && tx.kind === kind);
      return paidTxs.length > 0 ? paidTxs.reduce((sum, tx) => sum + tx.units, 0n) : undefined;
    },
    reorganise: async (depth: number) => {
      blocks = blocks.slice(0, -depth);
      pendingTxs = [];
      await mineBlocks(depth + 1);
    },
  };
}
type Ledger = ReturnType<typeof aLedger>;

/** The controls of a fake chain: for its own coin, and for a token of this kind. */
function controlsOf(
  ledger: Ledger,
  { token, ...chain }: Pick<TestChain, 'source' | 'coinId' | 'addresses' | 'stop'> & { token: [string, Kind] },
): TestChain {
  const [coinId, kind] = token;
  return {
    ...chain,
    pay: ([payment]) => ledger.add('own', payment ?? { to: '', amount: '0' }),
    mine: ledger.mine,
    reorganise: ledger.reorganise,
    token: {
      coinId,
      pay: (payment) => ledger.add(kind, payment),
      payOther: (payment) => ledger.add('other', payment),
      payAndFail: (payment) => ledger.add('failed', payment),
    },
  };
}

const sender = `41${'11'.repeat(20)}`;
const foreignContract = '22'.repeat(20);

function tronTx({ hash, kind, to, units: value }: FakeTx) {
  const receiver = hexOfAddress(to);
  const callData = `a9059cbb${word(receiver.slice(2))}${word(value.toString(16))}`;
  const contract = kind === 'other' ? `41${foreignContract}` : hexOfAddress(tetherContract);
  const call = { owner_address: sender, contract_address: contract, data: callData };
  const [type, parameter] =
    kind === 'own'
      ? ['TransferContract', { owner_address: sender, to_address: receiver, amount: Number(value) }]
      : ['TriggerSmartContract', call];
  const ret = [{ contractRet: kind === 'failed' ? 'REVERT' : 'SUCCESS' }];
  return { txID: hash, ret, raw_data: { contract: [{ type, parameter: { value: parameter } }] } };
}

function tronInfo({ hash, kind, to, units: value }: FakeTx, { height }: FakeBlock) {
  const isToken = kind === 'token' || kind === 'other';
  const address = kind === 'other' ? foreignContract : hexOfAddress(tetherContract).slice(2);
  const topics = [topic, word(sender.slice(2)), word(hexOfAddress(to).slice(2))];
  const failure = kind === 'failed' ? { result: 'FAILED', receipt: { result: 'REVERT' } } : { receipt: {} };
  return {
    id: hash,
    blockNumber: height,
    ...failure,
    ...(isToken && { log: [{ address, topics, data: word(value.toString(16)) }] }),
  };
}

function tronBlock({ height, hash, parentHash, at, txs }: FakeBlock) {
  const rawHeader = { number: height, timestamp: at, parentHash };
  return {
    blockID: hash,
    block_header: { raw_data: rawHeader },
    ...(txs.length > 0 && { transactions: txs.map(tronTx) }),
  };
}

function tronAnswer(ledger: Ledger, path: string, body: Record<string, unknown>): unknown {
  const hash = String(body.value);
  const holder = ledger.holding(hash);
  const tx = holder?.txs.find((transaction) => transaction.hash === hash) ?? ledger.waiting(hash);
  const block = ledger.at(Number(body.num));
  const answers: Record<string, () => unknown> = {
    '/wallet/getnowblock': () => tronBlock(ledger.tip()),
    '/walletsolidity/getnowblock': () => tronBlock(ledger.at(ledger.tip().height - 1) ?? ledger.tip()),
    '/wallet/getblockbynum': () => (block ? tronBlock(block) : {}),
    '/wallet/gettransactioninfobyblocknum': () =>
      block ? block.txs.map((transaction) => tronInfo(transaction, block)) : [],
    '/wallet/gettransactionbyid': () => (tx ? tronTx(tx) : {}),
    '/wallet/gettransactioninfobyid': () => (tx && holder ? tronInfo(tx, holder) : {}),
    '/wallet/getaccount': () => {
      const balance = ledger.left(String(body.address), 'own');
      return balance === undefined ? {} : { balance: Number(balance) };
    },
    '/wallet/triggerconstantcontract': () => {
      return { constant_result: [word((ledger.left(String(body.address), 'token') ?? 0n).toString(16))] };
    },
  };
  return answers[path]?.();
}

/** A fake Tron node. */
export async function tronControls(): Promise<TestChain> {
  const ledger = aLedger();
  const server = await startJsonServer((path, body) => tronAnswer(ledger, path, body));
  return controlsOf(ledger, {
    source: tronChain({ protocol: 'tron', url: server.url, name: 'tron.test' }),
    coinId: 'tron',
    addresses: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    token: ['usdt-trc20', 'token'],
    stop: server.close,
  });
}

const rippleEpoch = 946_684_800;
const account = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';

function xrplLedger(block: FakeBlock, isWhole: boolean) {
  const { height, hash, parentHash, at, txs } = block;
  // The format of the first API version.
  const entryOf = (transaction: FakeTx, place: number) => {
    const { tx, meta } = xrplPayment(transaction, block);
    return { ...tx, metaData: { ...meta, TransactionIndex: place } };
  };
  const ledger = {
    ledger_index: String(height),
    ledger_hash: hash.toUpperCase(),
    parent_hash: parentHash.toUpperCase(),
    transaction_hash: txs.length > 0 ? newHash().toUpperCase() : '0'.repeat(64),
    close_time: at / 1000 - rippleEpoch,
    ...(isWhole && { transactions: txs.map(entryOf) }),
  };
  return { validated: true, status: 'success', ledger };
}

function xrplPayment({ hash, kind, to, units: value }: FakeTx, { height }: FakeBlock) {
  const issuedAmount = { currency: 'USD', issuer: account, value: '5' };
  const meta = {
    TransactionResult: kind === 'failed' ? 'tecPATH_DRY' : 'tesSUCCESS',
    ...(kind !== 'failed' && { delivered_amount: kind === 'other' ? issuedAmount : value.toString() }),
  };
  const requestedPayment = { Amount: '999999999999', TransactionType: 'Payment' };
  const tx = { Account: account, Destination: to, DestinationTag: 77, hash: hash.toUpperCase(), ledger_index: height };
  return { tx: { ...requestedPayment, ...tx }, meta, validated: true };
}

function xrplAnswer(ledger: Ledger, method: unknown, params: Record<string, unknown>): unknown {
  const refuse = (error: string) => ({ status: 'error', error });
  if (method === 'ledger') {
    const block = params.ledger_index === 'validated' ? ledger.tip() : ledger.at(Number(params.ledger_index));
    return block ? xrplLedger(block, params.transactions === true && params.expand === true) : refuse('lgrNotFound');
  }
  if (method === 'account_info') {
    const balance = ledger.left(String(params.account), 'own');
    return balance === undefined
      ? refuse('actNotFound')
      : { validated: true, status: 'success', account_data: { Balance: String(balance) } };
  }
  const hash = String(params.transaction).toLowerCase();
  const block = ledger.holding(hash);
  const tx = block?.txs.find((item) => item.hash === hash);
  if (!tx || !block) return refuse('txnNotFound');
  const { tx: transaction, meta, validated } = xrplPayment(tx, block);
  return { ...transaction, meta, validated, status: 'success' };
}

/** A fake XRP Ledger node. */
export async function xrplControls(): Promise<TestChain> {
  const ledger = aLedger();
  const server = await startJsonServer((_path, { method, params }) => ({
    result: xrplAnswer(ledger, method, (params as Record<string, unknown>[])[0] ?? {}),
  }));
  return controlsOf(ledger, {
    source: xrplChain({ protocol: 'xrpl', url: server.url, name: 'xrpl.test' }),
    coinId: 'ripple',
    addresses: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B'],
    token: ['ripple', 'own'],
    stop: server.close,
  });
}
