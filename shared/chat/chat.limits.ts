/** A message holds this many characters at most. */
export const maxMessageLength = 2_000;

/** Interval in ms at which a client reports that its user is typing. */
export const typingIntervalMs = 3_000;
