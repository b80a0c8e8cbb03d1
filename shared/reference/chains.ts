import details from './chains.json' with { type: 'json' };
import { coinNetworks } from './coin-networks.ts';

/** The chains that can be read, in the order of the screens. */
export const chainNames = ['bitcoin', 'litecoin', 'bitcoin-cash', 'ethereum', 'bsc', 'tron', 'xrpl'] as const;
export type ChainName = (typeof chainNames)[number];

export type ChainDetails = {
  /** The usual name of the chain, not translated. */
  name: string;
  /** The environment variable that names its source. */
  variable: string;
  /** The chain's own coin; every other coin of coin-networks.json on it is a token. */
  coinId: string;
  /** Average time between two blocks, in seconds. */
  blockSeconds: number;
  /** True if the chain itself names its final blocks. */
  namesFinal: boolean;
  /**
   * By how many seconds the block of a transaction may be dated before the transaction was sent. Bitcoin's family: a
   * block only has to be dated after the median of the eleven before it (BIP 113), so six blocks. Ethereum: dated at
   * the start of its slot, built until a third of its twelve seconds is over (consensus-specs, validator). BNB Smart
   * Chain and Tron: whole seconds or slots, and one block of building. XRP Ledger: close times are rounded to ten
   * seconds (xrpl.org, ledger close times).
   */
  clockSkewSeconds: number;
  /** The usual depth of a final block: customers see the wait for it, and nothing is reread after it. */
  finalDepth: number;
  /** Public explorers that an operator may choose: none is used unless the settings name it. */
  explorers: { transaction: string; address: string };
};

export const chainDetails: Readonly<Record<ChainName, ChainDetails>> = details;

const listOfChain = new Map(chainNames.map((chain) => [chain, listCoins(chain)]));

function listCoins(chain: ChainName): readonly string[] {
  const { coinId } = chainDetails[chain];
  const ids = Object.keys(coinNetworks).filter((id) => coinNetworks[id]?.chain === chain);
  return [coinId, ...ids.filter((id) => id !== coinId)];
}

/** The coins on a chain, its own first. */
export function coinsOfChain(chain: ChainName): readonly string[] {
  return listOfChain.get(chain) ?? [];
}

/** The coin that pays the network fee of a transfer: for a token the chain's own coin. */
export function feeCoinOf(coinId: string): string {
  const chain = chainOfCoin(coinId);
  return chain ? chainDetails[chain].coinId : coinId;
}

/** The chain of a coin; undefined for a coin that an operator added, which is checked by hand. */
export function chainOfCoin(coinId: string): ChainName | undefined {
  return chainNames.find((chain) => chain === coinNetworks[coinId]?.chain);
}
