import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { fontsOf } from '#server/pdf/fonts.ts';
import { languages } from '#shared/reference/languages.ts';
import { documentWriting } from './orders.documents.format.ts';

/** Every text below an object, by its path. */
function textsOf(value: object, path = ''): [path: string, text: string][] {
  return Object.entries(value).flatMap(([key, below]: [string, unknown]): [string, string][] => {
    if (typeof below === 'string') return [[`${path}${key}`, below]];
    return typeof below === 'object' && below !== null ? textsOf(below, `${path}${key}.`) : [];
  });
}

const english = new Map(textsOf(documentWriting('en').texts));
const blanksOf = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

test.each(languages)('a document in $name has every letter of its words, and its values in place', ({ code }) => {
  const faces = fontsOf(
    new PDFDocument({ size: [100, 100], margin: 0, font: null, lang: code, displayTitle: true, info: {} }),
  );
  const writing = documentWriting(code);
  const texts = textsOf(writing.texts);
  for (const [path, text] of texts) expect([path, blanksOf(text)]).toEqual([path, blanksOf(english.get(path) ?? '')]);
  const amounts = ['NGN', 'XOF', 'JPY', 'AED'].map((currency) => writing.moneyText('-1234567.5', currency));
  const output = [...texts.map(([, text]) => text), ...amounts, writing.momentText('2026-11-21T14:02:00Z')].join('');
  const seenCharacters = [...new Set(output.replace(/\p{Cf}/gu, ''))];
  expect(seenCharacters.filter((letter) => !faces.fontKeyFor(letter.codePointAt(0) ?? 0, 'latin'))).toEqual([]);
});

test('numbers and dates have the form of each language, always in Latin digits', () => {
  // No-break spaces and direction marks are invisible.
  const plain = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const shownTexts = (['en', 'es', 'ar'] as const).map((code) => {
    const { moneyText, coinText, momentText } = documentWriting(code);
    return [moneyText('2871430', 'NGN'), coinText('12500.5', 'USDT'), momentText('2026-11-21T14:02:00Z')].map(plain);
  });
  expect(shownTexts).toEqual([
    ['₦2,871,430.00 NGN', '12,500.5 USDT', '21 Nov 2026, 14:02'],
    ['2.871.430,00 ₦ NGN', '12.500,5 USDT', '21 nov 2026, 14:02'],
    ['₦2,871,430.00 NGN', '12,500.5 USDT', '21/11/2026، 14:02'],
  ]);
});
