import rows from './coins.json' with { type: 'json' };

/** The format of a transaction hash on the coin's chain. */
export interface TxHashRule {
  /** A hash must match this after trimming. */
  pattern: RegExp;
  example: string;
}

export interface Coin {
  id: string;
  name: string;
  symbol: string;
  /** Ring colour of the coin's disc. */
  color: string;
  /** Name of the coin icon in the client; the two Tethers share one. */
  icon: string;
  /** Short network name, as the operator uses it. */
  network: string;
  /** The hint about which network to choose in the wallet, shown before sending. */
  networkHint: string;
  group: 'main' | 'stablecoins' | 'other';
  decimals: number;
  /** Smallest accepted deposit, in coins. */
  minimumDeposit: string;
  /** Deposits to one address are distinguished by a memo or destination tag. */
  requiresMemo: boolean;
  txHash: TxHashRule;
  /** Bounds of a first live price in US dollars: a price outside is held, as it may belong to another coin or unit. */
  plausibleUsd: { min: string; max: string };
  /** US dollars for one coin while the product runs on sample rates. */
  samplePrice: string;
  /** Per cent over 24 hours while the product runs on sample rates. */
  sampleChange: string;
}

const bareExample = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const hashRules = {
  bare: { pattern: /^[0-9a-fA-F]{64}$/, example: bareExample },
  prefixed: { pattern: /^0x[0-9a-fA-F]{64}$/, example: `0x${bareExample}` },
};
type CoinRow = Omit<Coin, 'txHash'> & { txHash: keyof typeof hashRules };

/**
 * The coins the operator buys, in screen order; the first four are on the landing page. Prices and minimums are the
 * sample ones of the specification. Chosen here: BNB's price and minimum (about 6 US dollars, in line with the other
 * coins), and the hints of the two coins the specification does not list: "Standard Network" beside an ERC-20 address
 * would lose a customer's money.
 */
// The types of JSON have each text as `string`.
export const coins: readonly Coin[] = (rows as readonly CoinRow[]).map((row) => ({
  ...row,
  txHash: hashRules[row.txHash],
}));

const byId = new Map(coins.map((coin) => [coin.id, coin]));

/** Returns a coin that ships with the product; undefined for one that the operator added. */
export function coinById(id: string): Coin | undefined {
  return byId.get(id);
}

/**
 * Returns the spelling of an on-chain hash that is stored and compared; undefined where the coin's chain has no such
 * hash. Hex is not case sensitive on any of these chains, so case must not make one deposit two.
 */
export function normalizeTxHash(coinId: string, text: string): string | undefined {
  const hash = text.trim();
  return byId.get(coinId)?.txHash.pattern.test(hash) ? hash.toLowerCase() : undefined;
}
