/** The chains that can be read, in the order of the screens. */
export const chainNames = ['bitcoin', 'litecoin', 'bitcoin-cash', 'ethereum', 'bsc', 'tron', 'xrpl'] as const;
export type ChainName = (typeof chainNames)[number];

export type ChainDetails = {
  /** As people call it, the same in every language. */
  name: string;
  /** The environment variable that names its source. */
  variable: string;
  /** The chain's own coin. */
  coinId: string;
  /** Coins that are contracts on this chain. */
  tokenIds: readonly string[];
  /** Average time between two blocks, in seconds. */
  blockSeconds: number;
  /** The chain itself names its final blocks. */
  namesFinal: boolean;
  /**
   * How much earlier than a transaction was sent its block may be dated, in seconds.
   * Bitcoin's family: a block only has to be dated after the median of the eleven before it (BIP 113), so six blocks.
   * Ethereum: dated at the start of its slot, built until a third of its twelve seconds is over (consensus-specs, validator).
   * BNB Smart Chain and Tron: whole seconds or slots, and one block of building. XRP Ledger: close times are rounded to
   * ten seconds (xrpl.org, ledger close times).
   */
  clockSkewSeconds: number;
  /** How deep a final block usually is: what a customer is shown to wait for, and after which nothing is reread. */
  finalDepth: number;
  /** Public explorers that an operator may choose: none is used unless the settings name it. */
  explorers: { transaction: string; address: string };
};

export const chainDetails: Readonly<Record<ChainName, ChainDetails>> = {
  bitcoin: {
    name: 'Bitcoin',
    variable: 'CHAIN_BITCOIN',
    coinId: 'bitcoin',
    tokenIds: [],
    blockSeconds: 600,
    namesFinal: false,
    clockSkewSeconds: 3_600,
    finalDepth: 6,
    explorers: {
      transaction: 'https://mempool.space/tx/{hash}',
      address: 'https://mempool.space/address/{address}',
    },
  },
  litecoin: {
    name: 'Litecoin',
    variable: 'CHAIN_LITECOIN',
    coinId: 'litecoin',
    tokenIds: [],
    blockSeconds: 150,
    namesFinal: false,
    clockSkewSeconds: 900,
    finalDepth: 6,
    explorers: {
      transaction: 'https://litecoinspace.org/tx/{hash}',
      address: 'https://litecoinspace.org/address/{address}',
    },
  },
  'bitcoin-cash': {
    name: 'Bitcoin Cash',
    variable: 'CHAIN_BITCOIN_CASH',
    coinId: 'bitcoin-cash',
    tokenIds: [],
    blockSeconds: 600,
    namesFinal: false,
    clockSkewSeconds: 3_600,
    finalDepth: 10,
    explorers: {
      transaction: 'https://blockchair.com/bitcoin-cash/transaction/{hash}',
      address: 'https://blockchair.com/bitcoin-cash/address/{address}',
    },
  },
  ethereum: {
    name: 'Ethereum',
    variable: 'CHAIN_ETHEREUM',
    coinId: 'ethereum',
    tokenIds: ['usdt-erc20'],
    blockSeconds: 12,
    namesFinal: true,
    clockSkewSeconds: 4,
    finalDepth: 64,
    explorers: {
      transaction: 'https://etherscan.io/tx/{hash}',
      address: 'https://etherscan.io/address/{address}',
    },
  },
  bsc: {
    name: 'BNB Smart Chain',
    variable: 'CHAIN_BSC',
    coinId: 'binancecoin',
    tokenIds: [],
    blockSeconds: 1,
    namesFinal: true,
    clockSkewSeconds: 2,
    finalDepth: 3,
    explorers: {
      transaction: 'https://bscscan.com/tx/{hash}',
      address: 'https://bscscan.com/address/{address}',
    },
  },
  tron: {
    name: 'Tron',
    variable: 'CHAIN_TRON',
    coinId: 'tron',
    tokenIds: ['usdt-trc20'],
    blockSeconds: 3,
    namesFinal: true,
    clockSkewSeconds: 3,
    finalDepth: 19,
    explorers: {
      transaction: 'https://tronscan.org/#/transaction/{hash}',
      address: 'https://tronscan.org/#/address/{address}',
    },
  },
  xrpl: {
    name: 'XRP Ledger',
    variable: 'CHAIN_XRPL',
    coinId: 'ripple',
    tokenIds: [],
    blockSeconds: 4,
    namesFinal: true,
    clockSkewSeconds: 10,
    finalDepth: 1,
    explorers: {
      transaction: 'https://livenet.xrpl.org/transactions/{hash}',
      address: 'https://livenet.xrpl.org/accounts/{address}',
    },
  },
};

/** The chain a coin lives on; undefined for a coin that an operator added, which is checked by hand. */
export function chainOfCoin(coinId: string): ChainName | undefined {
  return chainNames.find((chain) => {
    const { coinId: own, tokenIds } = chainDetails[chain];
    return own === coinId || tokenIds.includes(coinId);
  });
}
