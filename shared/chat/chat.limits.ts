/** A message holds this many characters at most. */
export const maxMessageLength = 2_000;

/** Maximum characters of an admin note about a user. */
export const maxNoteLength = 4_000;

/** How often a client reports that its user is typing, while it lasts. */
export const typingIntervalMs = 3_000;
