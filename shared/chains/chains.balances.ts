/**
 * Why it is not known what is left at addresses: the chain is not read; its node has no balances by address; no
 * transfer was seen at any; there are more addresses than can be asked about; the node is still answering; it did not
 * answer.
 */
export const balanceGaps = ['not_read', 'no_balances', 'no_transfers', 'over_limit', 'slow', 'no_answer'] as const;
export type BalanceGap = (typeof balanceGaps)[number];
