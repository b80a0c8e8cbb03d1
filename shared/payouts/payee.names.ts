import { latinLetters } from '#shared/kernel/latin.ts';

export const nameMatches = ['match', 'close', 'other', 'unknown'] as const;
export type NameMatch = (typeof nameMatches)[number];

/** Letters that banks and passports write as two, where others leave out the marks. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa', æ: 'ae' };

const splitWords = (name: string) =>
  latinLetters(name)
    .toLowerCase()
    .replace(/['\u2019`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A word of a name without accents, case and punctuation, and as it is written with two letters for one. */
type Word = { plain: string; long: string };

function wordsOf(name: string): Word[] {
  const composed = name.normalize('NFKC').toLowerCase();
  const long = splitWords(composed.replace(/[äöøüåæ]/g, (letter) => twoLetters[letter] ?? letter));
  return splitWords(composed).map((plain, index) => ({ plain, long: long[index] ?? plain }));
}

/** The words as the other name spells them, where it has one of them with two letters for one. */
function similarWords(words: readonly Word[], otherWords: readonly Word[]): string[] {
  const known = new Set(otherWords.map(({ plain }) => plain));
  return words.map(({ plain, long }) => (!known.has(plain) && known.has(long) ? long : plain));
}

/** Compares two names: equal words in any order, almost the same, or another name. */
export function compareNames(first: string, second: string): Exclude<NameMatch, 'unknown'> {
  const firstWords = wordsOf(first);
  const secondWords = wordsOf(second);
  const a = similarWords(firstWords, secondWords);
  const b = similarWords(secondWords, firstWords);
  if (a.length === 0 || b.length === 0) return 'other';
  const remaining = a.toSorted();
  const right = b.toSorted();
  if (remaining.join(' ') === right.join(' ') || a.join('') === b.join('')) return 'match';
  const [few, many] = remaining.length <= right.length ? [remaining, right] : [right, remaining];
  const isClose = isWithin(few, many, isSameOrInitial) || isNeighbour(remaining, right);
  return isClose ? 'close' : 'other';
}

/** Each word of the shorter name is found in the longer one, each there once. */
function isWithin(few: readonly string[], many: readonly string[], fits: (a: string, b: string) => boolean): boolean {
  const open = [...many];
  // Whole words first, so that an initial does not take the place of one.
  const ordered = few.toSorted((a, b) => b.length - a.length);
  const areFound = ordered.every((word) => {
    const at = open.includes(word) ? open.indexOf(word) : open.findIndex((candidate) => fits(word, candidate));
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
  return areFound && few.some((word) => word.length > 1 && many.includes(word));
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));
}

/** True where one word differs, by one letter or by two swapped neighbours, and all others are equal. */
function isNeighbour(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  const unmatched = a.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  const remaining = unmatched[0];
  const right = rest[0];
  return unmatched.length === 1 && remaining !== undefined && right !== undefined && differByOne(remaining, right);
}

function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return (
    short.slice(start + 1) === long.slice(start + 1) || (isSwapped && short.slice(start + 2) === long.slice(start + 2))
  );
}
