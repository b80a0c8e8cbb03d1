/** A message holds this many characters at most. */
export const longestMessage = 2_000;

/** And what the desk notes of a customer, this many. */
export const longestNote = 4_000;

/** Who writes says so this often, while it lasts. */
export const typingEveryMs = 3_000;
