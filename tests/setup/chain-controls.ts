import { esploraChain } from '#server/adapters/chains/chain.esplora.ts';
import { evmChain } from '#server/adapters/chains/chain.evm.ts';
import { simulatedChain } from '#server/adapters/chains/chain.simulated.ts';
import type { ChainSource } from '#server/adapters/chains/chain.ts';
import { utxoRpcChain } from '#server/adapters/chains/chain.utxo-rpc.ts';
import { decimal, unnamedAmount } from '#shared/kernel/money.ts';
import { authorizationOf, callNode, startAnvil, startLitecoind } from './chain-nodes.ts';
import { serveEsplora, shownTransaction } from './fake-esplora.ts';

type Payment = { to: string; amount: string };

/** A chain under test with the controls that move it; controls that a chain lacks are absent. */
export type TestChain = {
  source: ChainSource;
  /** The chain's own coin and two addresses of the operator. */
  coinId: string;
  addresses: readonly [string, string];
  /** Sends one transaction with these outputs; it waits to be mined. */
  pay: (payments: readonly Payment[]) => Promise<string>;
  mine: (count?: number) => Promise<void>;
  /** Replaces the newest blocks; their content is gone. */
  reorganise: (depth: number) => Promise<void>;
  replace?: (txHash: string, payment: Payment) => Promise<string>;
  drop?: (txHash: string) => Promise<void>;
  payByContract?: (payment: Payment) => Promise<void>;
  token?: {
    coinId: string;
    pay: (payment: Payment) => Promise<string>;
    payOther: (payment: Payment) => Promise<string>;
    payAndFail: (payment: Payment) => Promise<string>;
  };
  stop: () => Promise<void>;
};

/** The chain in memory. */
export async function simulatedControls(): Promise<TestChain> {
  const source = simulatedChain({ chain: 'litecoin', now: () => new Date() });
  const outputs = (payments: readonly Payment[], coinId = 'litecoin') =>
    payments.map(({ to, amount }) => ({ to, coinId, amount: unnamedAmount('coin', amount) }));
  return {
    source,
    coinId: 'litecoin',
    addresses: ['first', 'second'],
    pay: async (payments) => source.pay(outputs(payments)),
    mine: async (count) => source.mine(count),
    reorganise: async (depth) => source.reorganise(depth, { drop: true }),
    replace: async (txHash, payment) => source.replace(txHash, outputs([payment])),
    drop: async (txHash) => source.drop(txHash),
    payByContract: async (payment) => void source.pay(outputs([payment]), { byContract: true }),
    token: {
      coinId: 'litecoin',
      pay: async (payment) => source.pay(outputs([payment])),
      payOther: async (payment) => source.pay(outputs([payment], 'token:fake')),
      payAndFail: async (payment) => source.pay(outputs([payment]), { failed: true }),
    },
    stop: async () => undefined,
  };
}

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;
type NodeTransaction = { txid: string; vout: { value?: number; scriptPubKey?: NodeScript }[]; blockhash?: string };
type NodeScript = { hex: string; addresses?: string[] };

/** A fake Esplora server with the blocks and the mempool of a real node. */
async function esploraOf(call: Call) {
  const orUndefined = async (answer: Promise<unknown>) => answer.catch(() => undefined);
  const transferOf = ({ txid, vout, blockhash }: NodeTransaction) => {
    const outputs = vout.map(({ value = 0, scriptPubKey }) => [scriptPubKey?.hex ?? '', value * 1e8] as const);
    return shownTransaction(txid, outputs, blockhash !== undefined);
  };
  const readTransaction = async (txid: string) => (await call('getrawtransaction', txid, true)) as NodeTransaction;
  return serveEsplora({
    tipHash: () => call('getbestblockhash'),
    hashAt: (height) => orUndefined(call('getblockhash', height)),
    block: async (hash) => {
      const header = (await call('getblockheader', hash)) as Record<string, unknown>;
      return { ...header, id: header.hash, timestamp: header.time };
    },
    raw: async (hash) => Buffer.from((await call('getblock', hash, 0)) as string, 'hex'),
    transaction: async (txid) => orUndefined(readTransaction(txid).then(transferOf)),
    address: async (address) => {
      const result = (await call('scantxoutset', 'start', [`addr(${address})`])) as { total_amount: number };
      return { chain_stats: { funded_txo_sum: Math.round(result.total_amount * 1e8), spent_txo_sum: 0 } };
    },
    mempoolOf: async (address) => {
      const pendingTransactions = await Promise.all(((await call('getrawmempool')) as string[]).map(readTransaction));
      const paysAddress = ({ vout }: NodeTransaction) =>
        vout.some((output) => output.scriptPubKey?.addresses?.includes(address));
      return pendingTransactions.filter(paysAddress).map(transferOf);
    },
  });
}

/** A real Litecoin node on its own network, with a wallet that has coins; read by RPC or behind an Esplora server. */
export async function litecoindControls(protocol: 'rpc' | 'esplora' = 'rpc'): Promise<TestChain> {
  const node = await startLitecoind();
  const call: Call = (method, ...params) => callNode(node.url, method, params);
  await call('createwallet', 'customer');
  const ownAddress = (await call('getnewaddress')) as string;
  const rivalAddress = (await call('getnewaddress')) as string;
  // The address is not of this wallet, so that its payments do not count as change.
  const addresses = ['rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'] as const;
  await call('generatetoaddress', 101, ownAddress);
  const { origin, host } = new URL(node.url);
  const settings = { protocol: 'rpc', url: origin, name: host, authorization: authorizationOf(node.url) } as const;
  const server = protocol === 'esplora' ? await esploraOf(call) : undefined;
  return {
    source: server
      ? esploraChain({ protocol: 'esplora', url: server.url, name: 'esplora.test', chain: 'litecoin' })
      : utxoRpcChain({ ...settings, chain: 'litecoin', network: 'regtest' }),
    coinId: 'litecoin',
    addresses,
    pay: async (payments) =>
      (await call('sendmany', '', Object.fromEntries(payments.map(({ to, amount }) => [to, amount])))) as string,
    mine: async (count = 1) => void (await call('generatetoaddress', count, ownAddress)),
    reorganise: async (depth) => {
      const height = (await call('getblockcount')) as number;
      await call('invalidateblock', await call('getblockhash', height - depth + 1));
      // Pays another address, as the same block would be made again and refused.
      for (let minedBlocks = 0; minedBlocks <= depth; minedBlocks += 1) await call('generateblock', rivalAddress, []);
    },
    replace: async (txHash) => ((await call('bumpfee', txHash)) as { txid: string }).txid,
    stop: async () => {
      await server?.close();
      await node.stop();
    },
  };
}

const token = '0x00000000000000000000000000000000000070c1';
const otherToken = '0x00000000000000000000000000000000000070c2';
const forwarder = '0x00000000000000000000000000000000000070c4';
/** Topic of the event of a transfer. */
export const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/**
 * Emits the event of a transfer for every call: from the caller, to the first argument, of the amount in the second.
 */
const eventCode = `0x602435600052600435337f${topic}60206000a300`;
const reverts = '0x60006000fd';
/** Forwards what it receives to the address in its input. */
const forwardCode = '0x6000600060006000346000355af100';
/** A number as a machine word in hexadecimal. */
export const word = (digits: string) => digits.padStart(64, '0');
const hexOf = (value: bigint) => `0x${value.toString(16)}`;
/** An amount in the smallest units of a coin with this many decimals. */
export const units = (amount: string, decimals: number) => {
  const scale = decimal(`1e${decimals}`);
  return BigInt(decimal(amount).times(scale).toFixed(0));
};

/** A real EVM node. */
export async function anvilControls(chain: 'ethereum' | 'bsc' = 'ethereum'): Promise<TestChain> {
  const chainId = chain === 'ethereum' ? 1 : 56;
  const node = await startAnvil(chainId);
  const call = (method: string, ...params: unknown[]) => callNode(node.url, method, params);
  const [customer = ''] = (await call('eth_accounts')) as string[];
  await call('anvil_setCode', token, eventCode);
  await call('anvil_setCode', otherToken, eventCode);
  await call('anvil_setCode', forwarder, forwardCode);
  const fees = { gas: '0x186a0', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' };
  const send = async (tx: object) => (await call('eth_sendTransaction', { from: customer, ...fees, ...tx })) as string;
  const sendToken = (contract: string, { to, amount }: Payment) => {
    const callData = `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(units(amount, 6).toString(16))}`;
    return send({ to: contract, data: callData });
  };
  const ofToken: TestChain['token'] = {
    coinId: 'usdt-erc20',
    pay: (payment) => sendToken(token, payment),
    payOther: (payment) => sendToken(otherToken, payment),
    payAndFail: async (payment) => {
      await call('anvil_setCode', token, reverts);
      const txHash = await sendToken(token, payment);
      await call('evm_mine');
      await call('anvil_setCode', token, eventCode);
      return txHash;
    },
  };
  const tokens: Record<string, string> = chain === 'ethereum' ? { 'usdt-erc20': token } : {};
  const settings = { protocol: 'evm', url: node.url, name: new URL(node.url).host } as const;
  const coinId = chain === 'ethereum' ? 'ethereum' : 'binancecoin';
  return {
    source: evmChain({ ...settings, chain, chainId, tokens }),
    coinId,
    addresses: ['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'],
    // An account chain pays one address a transaction.
    pay: async ([payment]) => send({ to: payment?.to, value: hexOf(units(payment?.amount ?? '0', 18)) }),
    mine: async (count = 1) => void (await call('anvil_mine', hexOf(BigInt(count)))),
    reorganise: async (depth) => {
      await call('anvil_reorg', depth, []);
      await call('anvil_dropAllTransactions');
      await call('anvil_mine', '0x1');
    },
    payByContract: async ({ to, amount }) => {
      await send({ to: forwarder, value: hexOf(units(amount, 18)), data: `0x${word(to.slice(2).toLowerCase())}` });
    },
    ...(chain === 'ethereum' && { token: ofToken }),
    stop: node.stop,
  };
}
