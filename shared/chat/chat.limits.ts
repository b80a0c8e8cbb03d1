/** A message holds this many characters at most. */
export const maxMessageLength = 2_000;

/** How often a client reports that its user is typing, while it lasts. */
export const typingIntervalMs = 3_000;
