/** A message holds this many characters at most. */
export const maxMessageLength = 2_000;

/** And what the desk notes of a customer, this many. */
export const maxNoteLength = 4_000;

/** Who writes says so this often, while it lasts. */
export const typingIntervalMs = 3_000;
