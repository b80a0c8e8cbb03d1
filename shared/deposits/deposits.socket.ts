/**
 * Message on /ws when a chain has something new that this browser may be waiting for; the screen fetches what it may
 * see.
 */
export type DepositSocketEvent = { type: 'chain_advanced'; chain: string };
