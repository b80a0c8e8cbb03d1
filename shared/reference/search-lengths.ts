/** The longest text that a list is searched for, in characters. */
export const maxSearchLength = 100;

/** A search by a coin's address may be a pasted payment link, of which the server reads the address. */
export const maxLinkLength = 1_000;
