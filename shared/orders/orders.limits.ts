/** An order has at most this many screenshots of its payout's receipt. */
export const maxScreenshots = 5;
