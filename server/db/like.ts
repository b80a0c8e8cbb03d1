/** A LIKE pattern, in lower case, for text that holds this one, whatever signs are in it. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The same for text that begins with this one. */
export function startingWith(text: string): string {
  return containing(text).slice(1);
}
