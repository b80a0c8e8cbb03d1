/** How own addresses come about: derived from an account key, leased from a list, or distinguished by a tag. */
export const sourceKinds = ['xpub', 'pool', 'tags'] as const;

/** What an account key is derived to: addresses that begin with bc1q, 3, 1 and bc1p on Bitcoin. */
export const depositScripts = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;
export type DepositScript = (typeof depositScripts)[number];

/** What a customer is shown where no own address is free. */
export const whenEmptyChoices = ['refuse', 'shared'] as const;
