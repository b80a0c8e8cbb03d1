/** The number that was typed. */
export const asNumber = { setValueAs: (typed: unknown) => Number(typed) };

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
