import { latinLetters } from '#shared/reference/latin.ts';

/** The characters of windows-1252 from 0x80 to 0x9f; bytes without a character stay control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The encodings of a file that do not hold every character. */
export type Encoding = 'windows-1252' | 'iso-8859-1';

/** The byte of a character; that of a question mark for one that the encoding lacks. */
export function byteOf(character: string, encoding: Encoding): number {
  const at = encoding === 'windows-1252' ? windows1252.indexOf(character) : -1;
  if (at >= 0) return 0x80 + at;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code < 0x100) ? code : 0x3f;
}

/** A text as it is stored in this encoding, with a question mark for each character that it lacks. */
export function textInEncoding(text: string, encoding: Encoding): string {
  return Array.from(text, (character) => (byteOf(character, encoding) === 0x3f ? '?' : character)).join('');
}

/** Text in the characters that European banks accept; empty if none of it is Latin. */
export function latinText(text: string, max = 70): string {
  return latinLetters(text)
    .replaceAll('&', '+')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[/ ]+/g, '')
    .slice(0, max)
    .replaceAll(/[/ ]+$/g, '');
}
