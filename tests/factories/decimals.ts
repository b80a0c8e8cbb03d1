import fc from 'fast-check';

/** Digits with a decimal point inserted, as an amount is typed. */
export const decimalText = (max: bigint, maxScale: number) =>
  fc.tuple(fc.bigInt(1n, max), fc.integer({ min: 0, max: maxScale })).map(([digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0');
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });

/** Whole number and scale of a decimal text, without the product's own decimals. */
export function digitsAndScale(text: string): { digits: bigint; scale: bigint } {
  const [wholePart = '', fraction = ''] = text.split('.');
  return { digits: BigInt(wholePart + fraction), scale: BigInt(fraction.length) };
}
