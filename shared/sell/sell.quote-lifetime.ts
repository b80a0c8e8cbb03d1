/** Hours in which a sale can be finished after its quote was made, also when the locked rate has expired. */
export const quoteOpenHours = 24;
