/** Hours after the quote in which a sale can be finished, even if the locked rate has expired. */
export const quoteOpenHours = 24;
