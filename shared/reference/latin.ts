import table from './latin.json' with { type: 'json' };

/**
 * Letters that Unicode does not decompose into a Latin one with marks, and those of Greek and Cyrillic, in lower case.
 */
const letters: ReadonlyMap<string, string> = new Map(Object.entries(table));

const writtenOf = (letter: string) => letters.get(letter) ?? letters.get(letter.normalize('NFKD').charAt(0));

/** True if the capital stands among capitals: ÞÓR is THOR, Þór is Thor. */
function isAmongCapitals(text: string, indexBefore: number, indexAfter: number): boolean {
  const next = text.charAt(indexAfter);
  if (/\p{L}/u.test(next)) return /\p{Lu}/u.test(next);
  return /\p{Lu}/u.test(text.charAt(indexBefore));
}

const smallU = new RegExp('(?<=[οΟ])[υύ]', 'gu');
const capitalU = new RegExp('(?<=[οΟ])[ΥΎ]', 'gu');
/** Passports write ου with u (ELOT 743), and υ by itself with y. */
const greekU = (text: string) => text.replace(smallU, 'u').replace(capitalU, 'U');

/** Accents and points that change the sound of a letter. Marks of other scripts are letters of their own. */
const accents = /(?=\p{M})[\p{sc=Zinh}\p{sc=Hebr}]/gu;

/**
 * Text with each letter of a European alphabet in plain Latin letters, as banks and passports write it: Þór is Thor,
 * Ильин is Ilin. Letters of other scripts stay, because their Latin form needs a dictionary.
 */
export function latinLetters(text: string): string {
  const composedText = greekU(text.normalize('NFKC'));
  const latin = composedText.replace(/[^\u0000-\u007f]/gu, (character, at: number) => {
    const lowerSign = character.toLowerCase();
    const latinText = writtenOf(lowerSign);
    if (latinText === undefined) return character;
    if (lowerSign === character) return latinText;
    if (isAmongCapitals(composedText, at - 1, at + character.length)) return latinText.toUpperCase();
    return latinText.charAt(0).toUpperCase() + latinText.slice(1);
  });
  return latin.normalize('NFKD').replace(accents, '').normalize('NFC');
}

/**
 * Text as it is searched for: in plain Latin letters, without accents, in lower case, with single blanks. The database
 * function `searchable` returns the same.
 */
export function searchable(text: string): string {
  return latinLetters(text).toLowerCase().replace(/\s+/g, ' ').trim();
}
