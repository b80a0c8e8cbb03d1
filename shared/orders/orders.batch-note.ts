/** The note that the product writes for the team on an order that a batch paid, where no member wrote one. */
export const batchNote = (batch: string) => `Paid in batch ${batch}`;

/** True for the note that the product writes for a batch; the customer never reads it. */
export const isBatchNote = (note: string): boolean => /^Paid in batch B-\d{6,}$/.test(note);
