/** Sent on /ws when nobody may pay into some deposit address any more; the screen fetches what it may show. */
export type SellSocketEvent = { type: 'deposit_address_stopped' };
