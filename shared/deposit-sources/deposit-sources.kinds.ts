/** Kinds of sources of own addresses: an account key, a list, or tags. */
export const sourceKinds = ['xpub', 'pool', 'tags'] as const;

/** The chains whose addresses are derived from an account key; each has the name of its coin. */
export const keyCoins = ['bitcoin', 'litecoin', 'bitcoin-cash'] as const;
export type KeyCoin = (typeof keyCoins)[number];

/** The kinds of address that an account key derives: they begin with bc1q, 3, 1 and bc1p on Bitcoin. */
export const depositScripts = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;
export type DepositScript = (typeof depositScripts)[number];

/** Without a free own address a customer is refused, or gets the shared one. */
export const whenEmptyChoices = ['refuse', 'shared'] as const;

/** The fewest and the most addresses of a list. */
export const minListed = 20;
export const maxListed = 200;
