import { latinLetters } from '#shared/reference/latin.ts';

export const nameMatches = ['match', 'close', 'other', 'unknown'] as const;
export type NameMatch = (typeof nameMatches)[number];

/** Letters that banks and passports write as two, and others without the marks. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa', æ: 'ae' };

const splitWords = (name: string) =>
  latinLetters(name)
    .toLowerCase()
    .replace(/['\u2019`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A word of a name without accents, case and punctuation, and in its two-letter spelling. */
type Word = { plain: string; long: string };

function wordsOf(name: string): Word[] {
  const composedName = name.normalize('NFKC').toLowerCase();
  const longWords = splitWords(composedName.replace(/[äöøüåæ]/g, (letter) => twoLetters[letter] ?? letter));
  return splitWords(composedName).map((plainWord, index) => ({
    plain: plainWord,
    long: longWords[index] ?? plainWord,
  }));
}

/** Rewrites words in their two-letter spelling if the other name uses it. */
function similarWords(words: readonly Word[], otherWords: readonly Word[]): string[] {
  const plainWords = new Set(otherWords.map(({ plain }) => plain));
  return words.map(({ plain, long }) => (!plainWords.has(plain) && plainWords.has(long) ? long : plain));
}

/** Compares two names: equal words in any order, almost the same, or another name. */
export function compareNames(first: string, secondName: string): Exclude<NameMatch, 'unknown'> {
  const firstWords = wordsOf(first);
  const secondWords = wordsOf(secondName);
  const a = similarWords(firstWords, secondWords);
  const b = similarWords(secondWords, firstWords);
  if (a.length === 0 || b.length === 0) return 'other';
  const remaining = a.toSorted();
  const sortedOther = b.toSorted();
  if (remaining.join(' ') === sortedOther.join(' ') || a.join('') === b.join('')) return 'match';
  const [fewerWords, moreWords] =
    remaining.length <= sortedOther.length ? [remaining, sortedOther] : [sortedOther, remaining];
  const isClose = isWithin(fewerWords, moreWords, isSameOrInitial) || isNeighbour(remaining, sortedOther);
  return isClose ? 'close' : 'other';
}

/** Each word of the shorter name is found in the longer one, each once. */
function isWithin(
  fewerWords: readonly string[],
  moreWords: readonly string[],
  matches: (a: string, b: string) => boolean,
): boolean {
  const remainingWords = [...moreWords];
  // Compares whole words first, so that an initial does not take the place of one.
  const ordered = fewerWords.toSorted((a, b) => b.length - a.length);
  const areFound = ordered.every((word) => {
    const at = remainingWords.includes(word)
      ? remainingWords.indexOf(word)
      : remainingWords.findIndex((candidate) => matches(word, candidate));
    if (at >= 0) remainingWords.splice(at, 1);
    return at >= 0;
  });
  return areFound && fewerWords.some((word) => word.length > 1 && moreWords.includes(word));
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));
}

/** True where one word differs, by one letter or by two swapped neighbours, and all others are equal. */
function isNeighbour(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  const unmatchedWords = a.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  const remaining = unmatchedWords[0];
  const lastWord = rest[0];
  return (
    unmatchedWords.length === 1 && remaining !== undefined && lastWord !== undefined && differByOne(remaining, lastWord)
  );
}

function differByOne(a: string, b: string): boolean {
  const [shorterWord, longerWord] = a.length <= b.length ? [a, b] : [b, a];
  if (longerWord.length - shorterWord.length > 1) return false;
  let start = 0;
  while (start < shorterWord.length && shorterWord[start] === longerWord[start]) start += 1;
  if (shorterWord.length < longerWord.length) return shorterWord.slice(start) === longerWord.slice(start + 1);
  const isSwapped = shorterWord[start] === longerWord[start + 1] && shorterWord[start + 1] === longerWord[start];
  return (
    shorterWord.slice(start + 1) === longerWord.slice(start + 1) ||
    (isSwapped && shorterWord.slice(start + 2) === longerWord.slice(start + 2))
  );
}
