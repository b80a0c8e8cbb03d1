/** The search text by which other lists find a user: the address, or the name without one. */
export const searchOf = ({ email, name }: { email: string | null; name: string }): string =>
  encodeURIComponent(email ?? name);
