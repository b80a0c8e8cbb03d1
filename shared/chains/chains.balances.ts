/**
 * Reasons why the balance at addresses is unknown: the chain is not read; its node has no balances by address; no
 * transfer was seen; there are too many addresses to ask about; the node is still answering; it did not answer.
 */
export const balanceGaps = ['not_read', 'no_balances', 'no_transfers', 'over_limit', 'slow', 'no_answer'] as const;
export type BalanceGap = (typeof balanceGaps)[number];
