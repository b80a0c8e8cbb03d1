/** The note that the product writes for the team on an order that a batch paid, where no member wrote one. */
export const batchNote = (batch: string) => `Paid in batch ${batch}`;

/** Such a note, as a regular expression of PostgreSQL; its customer never reads it. */
export const batchNotePattern = '^Paid in batch B-[0-9]{6,}$';
