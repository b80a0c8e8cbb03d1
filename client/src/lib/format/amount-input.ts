import { latinDigits } from '#shared/kernel/digits.ts';
import { withRegion } from '../i18n/region.ts';

/** A typed amount as plain decimal text for the wire; undefined when it is not an amount. */
export function normaliseAmount(input: string, language = 'en'): string | undefined {
  const text = latinDigits(input.normalize('NFKC')) // full-width digits and marks
    .replaceAll('\u3002', '.') // the full stop of Japanese and Chinese keyboards
    .replace(/[\s\u00a0\u202f\u2009'’_\u066c]/g, '') // spaces and other grouping marks
    .replace(/\u066b/g, '.')
    .replace(/^\p{Sc}+|\p{Sc}+$/gu, '')
    .replace(/^[A-Za-z]{2,6}(?=[\d.,])|(?<=\d)[A-Za-z]{2,6}$/g, ''); // a pasted "1,000.50 BTC"
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return undefined;
  const plainText = withPoint(text, decimalMark(language));
  return plainText === undefined ? undefined : trimZeros(plainText);
}

function decimalMark(language: string): '.' | ',' {
  const part = new Intl.NumberFormat(`${withRegion(language)}-u-nu-latn`)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal');
  return part?.value === ',' ? ',' : '.';
}

/** With both marks the last one is the decimal mark; a single mark is interpreted by language and context. */
function withPoint(text: string, localMark: '.' | ','): string | undefined {
  const lastPoint = text.lastIndexOf('.');
  const lastComma = text.lastIndexOf(',');
  if (lastPoint >= 0 && lastComma >= 0) {
    const decimal = lastPoint > lastComma ? '.' : ',';
    const [wholePart = '', fraction, ...otherParts] = text.split(decimal);
    if (fraction === undefined || otherParts.length > 0) return undefined;
    return isGrouped(wholePart, decimal === '.' ? ',' : '.')
      ? `${wholePart.replace(/[.,]/g, '')}.${fraction}`
      : undefined;
  }
  if (lastPoint < 0 && lastComma < 0) return text;

  const mark = lastPoint >= 0 ? '.' : ',';
  const pieces = text.split(mark);
  if (pieces.length > 2) return isGrouped(text, mark) ? pieces.join('') : undefined;
  const grouping = mark !== localMark && isGrouped(text, mark) && !text.startsWith('0');
  return grouping ? pieces.join('') : pieces.join('.');
}

// Groups of three, or lakh-style groups of two before the last three.
function isGrouped(text: string, mark: '.' | ','): boolean {
  const pieces = text.split(mark);
  const [first = '', ...rest] = pieces;
  const lastPart = rest.pop();
  if (lastPart === undefined) return true;
  return /^\d{1,3}$/.test(first) && /^\d{3}$/.test(lastPart) && rest.every((piece) => /^\d{2,3}$/.test(piece));
}

function trimZeros(number: string): string {
  const [integerPart = '', fraction = ''] = number.split('.');
  const digits = integerPart.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${digits}.${fraction}` : digits;
}
