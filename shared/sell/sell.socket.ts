/** Message on /ws when a deposit address was stopped; the screen refetches what it may show. */
export type SellSocketEvent = { type: 'deposit_address_stopped' };
