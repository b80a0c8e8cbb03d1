import bidiFactory from 'bidi-js';
import { languages } from '#shared/reference/languages.ts';

/** The faces a text is set in; each covers the writing it is named after. */
export const scripts = ['latin', 'arabic', 'chinese', 'japanese', 'korean'] as const;
export type Script = (typeof scripts)[number];

/** Characters that are set in one face, from one side. */
export interface Run {
  text: string;
  script: Script;
  /** True where the text is in reading order although its glyphs run from right to left. */
  rtl: boolean;
}

const bidi = bidiFactory();

/** True for a language that is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return languages.some(({ code, direction }) => code === language && direction === 'rtl');
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/u;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/u;
const kana = /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/u;
/** Ideographs, their punctuation and wide letters, which three languages share. */
const han = /[\u2e80-\u2fdf\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uff65\u{20000}-\u{3ffff}]/u;
/** Marks that are invisible but change the direction of a line: a name must not rearrange a receipt. */
const invisiblePattern = /[\p{Cc}\p{Cf}]/gu;
const onlyLatin = /^[\u0020-\u052f\u1e00-\u22ff]*$/u;

/** Splits a line into runs in visual order by the Unicode bidirectional algorithm, for numbers inside Arabic. */
export function runsOf(line: string, language: string): Run[] {
  const text = line.normalize('NFC').replace(invisiblePattern, '');
  if (onlyLatin.test(text)) return text ? [{ text, script: 'latin', rtl: false }] : [];
  const sharedScript = scriptOfIdeographs(text, language);
  // A sentence of an Arabic document runs from the right though it begins with a Latin name.
  const direction = isRightToLeft(language) && arabic.test(text) ? 'rtl' : undefined;
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const parts: (Run & { level: number })[] = [];
  let unit = 0;
  for (const character of text) {
    const level = levels[unit] ?? 0;
    unit += character.length;
    const rtl = level % 2 === 1;
    const lastPart = parts.at(-1);
    // Spaces stay with the letters they part; an Arabic face has no brackets.
    const script = scriptOf(character, sharedScript) ?? (rtl && character === ' ' ? 'arabic' : 'latin');
    const mirroredCharacter = rtl ? (bidi.getMirroredCharacter(character) ?? character) : character;
    if (lastPart?.level === level && lastPart.script === script) lastPart.text += mirroredCharacter;
    else parts.push({ text: mirroredCharacter, script, rtl, level });
  }
  return inVisualOrder(parts).map(({ text: part, script, rtl }) => ({ text: part, script, rtl }));
}

/** The line in reading order, where its glyphs run from right to left; undefined where the glyphs have that order. */
export function spokenText(line: string, language: string): string | undefined {
  if (!runsOf(line, language).some(({ rtl }) => rtl)) return undefined;
  return line.normalize('NFC').replace(invisiblePattern, '');
}

function scriptOf(character: string, sharedScript: Script): Script | undefined {
  if (arabic.test(character)) return 'arabic';
  if (hangul.test(character)) return 'korean';
  if (kana.test(character)) return 'japanese';
  return han.test(character) ? sharedScript : undefined;
}

/** The script of ideographs: from the neighbouring text, else the reader's language. */
function scriptOfIdeographs(text: string, language: string): Script {
  if (kana.test(text)) return 'japanese';
  if (hangul.test(text)) return 'korean';
  const ofReader: Record<string, Script> = { ja: 'japanese', ko: 'korean' };
  return ofReader[language.slice(0, 2)] ?? 'chinese';
}

/** Rule L2 of the algorithm: from the highest level down to the lowest uneven one, runs at or above it are reversed. */
function inVisualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const order = [...parts];
  const highestLevel = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highestLevel; level >= 1; level -= 1) {
    let start = 0;
    while (start < order.length) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = Math.max(end, start + 1);
    }
  }
  return order;
}
