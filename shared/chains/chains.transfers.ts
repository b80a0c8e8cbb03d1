/** A transfer waits in the mempool, is in a block, is final, was replaced, or is in a block and did nothing. */
export const transferStates = ['seen', 'included', 'final', 'replaced', 'failed'] as const;
export type TransferState = (typeof transferStates)[number];

/** The answer of a node that is asked again about a stored transfer: `away` gave none, or no longer has its block. */
export type Reread = 'same' | 'differs' | 'away';

/** True where a transfer in this state moves coins, or still may. */
export const isEffective = (state: TransferState): boolean => state !== 'failed' && state !== 'replaced';
