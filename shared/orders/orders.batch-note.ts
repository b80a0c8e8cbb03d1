/** The note that the product writes for the team on an order that a batch paid, where no member wrote one. */
export const batchNote = (batch: string) => `Paid in batch ${batch}`;

/** True for such a note; its customer never reads it. */
export const isBatchNote = (note: string): boolean => /^Paid in batch B-\d{6,}$/.test(note);
