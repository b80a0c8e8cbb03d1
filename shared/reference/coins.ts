/** The format of a transaction hash on the coin's chain. */
export interface TxHashRule {
  /** What a hash must match after trimming. */
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
  /** What the customer reads before sending: which network to choose in the wallet. */
  networkHint: string;
  group: 'main' | 'stablecoins' | 'other';
  /** Decimals of the coin on its chain. */
  decimals: number;
  /** Smallest accepted deposit, in coins. */
  minimumDeposit: string;
  /** Deposits to one address are distinguished by a memo or destination tag. */
  requiresMemo: boolean;
  txHash: TxHashRule;
  /** Bounds of a first live price in US dollars: one outside is held, as it may be another coin's or unit's. */
  plausibleUsd: readonly [string, string];
  /** US dollars for one coin while the product runs on sample rates. */
  samplePrice: string;
  /** Per cent over 24 hours while the product runs on sample rates. */
  sampleChange: string;
}

const bareHex = /^[0-9a-fA-F]{64}$/;
const prefixedHex = /^0x[0-9a-fA-F]{64}$/;
const bareExample = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const bare: TxHashRule = { pattern: bareHex, example: bareExample };
const prefixed: TxHashRule = { pattern: prefixedHex, example: `0x${bareExample}` };

/**
 * The coins the operator buys, in screen order; the first four are on the landing page. Prices and minimums are the
 * sample ones of the specification. Chosen here: BNB's price and minimum (about 6 US dollars, in line with the other
 * coins), and the hints of the two coins the specification does not list: "Standard Network" beside an ERC-20 address
 * would lose a customer's money.
 */
export const coins: readonly Coin[] = [
  {
    id: 'bitcoin',
    name: 'Bitcoin',
    symbol: 'BTC',
    color: '#f7931a',
    icon: 'bitcoin',
    network: 'Bitcoin Network',
    networkHint: 'Bitcoin Network',
    group: 'main',
    decimals: 8,
    minimumDeposit: '0.001',
    requiresMemo: false,
    txHash: bare,
    plausibleUsd: ['10000', '2000000'],
    samplePrice: '39145.28',
    sampleChange: '2.31',
  },
  {
    id: 'ethereum',
    name: 'Ethereum',
    symbol: 'ETH',
    color: '#8a97c9',
    icon: 'ethereum',
    network: 'ERC-20',
    networkHint: 'Ethereum (ERC-20)',
    group: 'main',
    decimals: 18,
    minimumDeposit: '0.01',
    requiresMemo: false,
    txHash: prefixed,
    plausibleUsd: ['300', '9500'],
    samplePrice: '2654.32',
    sampleChange: '1.04',
  },
  {
    id: 'usdt-trc20',
    name: 'Tether TRC20',
    symbol: 'USDT',
    color: '#26a17b',
    icon: 'tether',
    network: 'TRC-20',
    networkHint: 'Tron Network (TRC-20)',
    group: 'stablecoins',
    decimals: 6,
    minimumDeposit: '10',
    requiresMemo: false,
    txHash: bare,
    plausibleUsd: ['0.9', '1.1'],
    samplePrice: '1',
    sampleChange: '0.01',
  },
  {
    id: 'tron',
    name: 'TRON',
    symbol: 'TRX',
    color: '#e0413f',
    icon: 'tron',
    network: 'TRC-20',
    networkHint: 'Tron Network',
    group: 'other',
    decimals: 6,
    minimumDeposit: '100',
    requiresMemo: false,
    txHash: bare,
    plausibleUsd: ['0.02', '5'],
    samplePrice: '0.12',
    sampleChange: '-0.84',
  },
  {
    id: 'litecoin',
    name: 'Litecoin',
    symbol: 'LTC',
    color: '#8fa3b0',
    icon: 'litecoin',
    network: 'Litecoin',
    networkHint: 'Litecoin Network',
    group: 'other',
    decimals: 8,
    minimumDeposit: '0.1',
    requiresMemo: false,
    txHash: bare,
    plausibleUsd: ['15', '2000'],
    samplePrice: '143.57',
    sampleChange: '0.62',
  },
  {
    id: 'ripple',
    name: 'XRP',
    symbol: 'XRP',
    color: '#9aa7a4',
    icon: 'xrp',
    network: 'Ripple',
    networkHint: 'XRP Ledger',
    group: 'other',
    decimals: 6,
    minimumDeposit: '20',
    requiresMemo: true,
    txHash: bare,
    plausibleUsd: ['0.1', '50'],
    samplePrice: '0.75',
    sampleChange: '-1.92',
  },
  {
    id: 'bitcoin-cash',
    name: 'Bitcoin Cash',
    symbol: 'BCH',
    color: '#3fb37c',
    icon: 'bitcoin-cash',
    network: 'Bitcoin Cash',
    networkHint: 'Bitcoin Cash Network',
    group: 'other',
    decimals: 8,
    minimumDeposit: '0.05',
    requiresMemo: false,
    txHash: bare,
    plausibleUsd: ['40', '8000'],
    samplePrice: '225.84',
    sampleChange: '3.05',
  },
  {
    id: 'usdt-erc20',
    name: 'Tether ERC20',
    symbol: 'USDT',
    color: '#26a17b',
    icon: 'tether',
    network: 'ERC-20',
    networkHint: 'Ethereum (ERC-20)',
    group: 'stablecoins',
    decimals: 6,
    minimumDeposit: '20',
    requiresMemo: false,
    txHash: prefixed,
    plausibleUsd: ['0.9', '1.1'],
    samplePrice: '1',
    sampleChange: '-0.01',
  },
  {
    id: 'binancecoin',
    name: 'BNB',
    symbol: 'BNB',
    color: '#d9a514',
    icon: 'bnb',
    network: 'BEP-20',
    networkHint: 'BNB Smart Chain (BEP-20)',
    group: 'main',
    decimals: 18,
    minimumDeposit: '0.02',
    requiresMemo: false,
    txHash: prefixed,
    plausibleUsd: ['80', '10000'],
    samplePrice: '312.4',
    sampleChange: '0.48',
  },
];

const byId = new Map(coins.map((coin) => [coin.id, coin]));

/** What ships about a coin; undefined for one an operator added. */
export function coinById(id: string): Coin | undefined {
  return byId.get(id);
}

/**
 * The one spelling of an on-chain hash under which it is stored and compared, or undefined when the coin's chain
 * has no such hash. Hex is not case sensitive on any of these chains, so case must not make one deposit two.
 */
export function normalizeTxHash(coinId: string, text: string): string | undefined {
  const hash = text.trim();
  return byId.get(coinId)?.txHash.pattern.test(hash) ? hash.toLowerCase() : undefined;
}
