import escalationPhrases from '#shared/reference/escalation-phrases.json' with { type: 'json' };
import { languages, type LanguageCode } from '#shared/reference/languages.ts';

/** Phrases that call an agent, by language, normalised as by `comparableText`; each text holds several. */
interface EscalationPhrases {
  /**
   * Something is wrong, lost, stuck, missing or stolen, or the user asks for help, complains or wants money back. Whole
   * words; an asterisk allows a suffix. In languages without spaces, or with joined words, they match anywhere.
   */
  distress: readonly string[];
  /** Phrases between two amounts: one was sent instead of the other. */
  instead: readonly string[];
  /** Phrases by which the customer says that something was sent. */
  sent: readonly string[];
  /** Phrases that contain one of the above and call no agent, such as a question that the chat itself proposes. */
  harmless: readonly string[];
}

/** Languages in which a phrase matches at any position. */
const unspaced: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko', 'ar']);

const phraseTable: Record<LanguageCode, EscalationPhrases> = escalationPhrases;

/** Pattern of an order's reference: the question is then about that order, which the bot cannot look up. */
const orderReference = /\blf[- ]?[0-9a-z]{4}[- ]?[0-9a-z]{2}\b/;

const number = /\d+(?:[.,]\d+)*/g;
/** A number that can only be an amount: with decimals, or beside a coin or a currency. */
const amount =
  /\d+[.,]\d+(?:[.,]\d+)*|[$\u20ac\u00a3\u20a6\u00a5] ?\d+|\d+(?= ?(?:btc|eth|usdt?|trx|ltc|xrp|bch|eur|gbp|ngn|php|hkd)\b)/g;

/**
 * True for a message that calls for an agent, in any language of the product: something is wrong, lost or missing, or
 * it complains, asks for help, names an order, or mentions that another amount was sent.
 */
export function needsAgent(message: string): boolean {
  const text = withoutHarmless(comparableText(message));
  if (orderReference.test(text) || holds('distress', text)) return true;
  if (holds('instead', text) && countDistinct(text, number) > 1) return true;
  return holds('sent', text) && countDistinct(text, amount) > 1;
}

// Latin and Arabic accents are often omitted; those of other scripts distinguish letters.
const accents = /[\u0300-\u036f\u064b-\u065f]/g;

/** Normalises a text: lower case, plain apostrophes, single spaces, no accents, no invisible characters. */
function comparableText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

function phrasesOf(kind: keyof EscalationPhrases, isWanted: (language: LanguageCode) => boolean): string[] {
  return languages
    .map(({ code }) => code)
    .filter(isWanted)
    .flatMap((code) => phraseTable[code][kind].flatMap((phrases) => phrases.split(', ').map(comparableText)));
}

type PhraseKind = Exclude<keyof EscalationPhrases, 'harmless'>;
type CompiledPhrases = Record<PhraseKind, RegExp> & { harmless: readonly string[] };

let compiled: CompiledPhrases | undefined;

/** The first message compiles them: a server without chat messages does not need them. */
function phrases(): CompiledPhrases {
  compiled ??= {
    distress: patternOf('distress'),
    instead: patternOf('instead'),
    sent: patternOf('sent'),
    harmless: phrasesOf('harmless', () => true),
  };
  return compiled;
}

function withoutHarmless(text: string): string {
  return phrases().harmless.reduce((remaining, phrase) => remaining.replaceAll(phrase, ' '), text);
}

const holds = (kind: PhraseKind, text: string): boolean => phrases()[kind].test(text);

/** One expression for all languages: whole words and prefixes where words are separated, substrings elsewhere. */
function patternOf(kind: PhraseKind): RegExp {
  const spacedPhrases = phrasesOf(kind, (language) => !unspaced.has(language));
  const addressPrefixes = spacedPhrases.filter((phrase) => phrase.endsWith('*')).map((phrase) => phrase.slice(0, -1));
  const wholeWords = spacedPhrases.filter((phrase) => !phrase.endsWith('*'));
  const unspacedPhrases = phrasesOf(kind, (language) => unspaced.has(language));
  const letter = '[\\p{L}\\p{N}]';
  const words = `(?<!${letter})(?:(?:${wholeWords.join('|')})(?!${letter})${addressPrefixes.map((prefix) => `|${prefix}`).join('')})`;
  return new RegExp(`${words}|${unspacedPhrases.join('|')}`, 'u');
}

function countDistinct(text: string, shape: RegExp): number {
  return new Set(text.match(shape)?.map((amountText) => amountText.replace(/[^\d.,]/g, ''))).size;
}
