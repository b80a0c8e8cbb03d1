import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, parseWire, roundTo, toMinorText, toText, toWire } from './money.ts';

const parsed = (value: unknown) => {
  const result = parseWire(value);
  return result && toText(result);
};

describe('an amount from outside', () => {
  test('is taken as a JSON number or as plain text, digit for digit', () => {
    const taken = [
      [0.1, '0.1'],
      ['0.10', '0.1'],
      [1e-8, '0.00000001'],
      [-3, '-3'],
      [1e14, '100000000000000'],
      [-0, '0'],
    ];
    for (const [sent, kept] of taken) expect(parsed(sent)).toBe(kept);
  });

  test('is refused when it is no number, not finite, spelt with an exponent, too long or too fine', () => {
    const forged = [
      NaN,
      Infinity,
      -Infinity,
      1e308,
      1e15,
      0.1 + 0.2,
      1e-9,
      '1e3',
      '',
      ' 1',
      '1.',
      '.5',
      '+1',
      '0x10',
      '1,5',
    ];
    const wrongType = [null, undefined, true, {}, [1], 5n, '1234567890123456', '0.123456789', '٣'];
    expect([...forged, ...wrongType].filter((value) => parseWire(value) !== undefined)).toEqual([]);
  });

  test('comes back the same when the server answers it, up to 15 digits', () => {
    const digits = fc.tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 8 }));
    const property = fc.property(digits, ([whole, places]) => {
      const value = decimal(BigInt(whole)).times(decimal(`1e-${places}`));
      return parseWire(toWire(value))?.eq(value) ?? false;
    });
    expect(() => fc.assert(property, { numRuns: 5_000 })).not.toThrow();
  });
});

describe('reckoning', () => {
  test('no JavaScript number enters a sum unseen', () => {
    // @ts-expect-error: a number does not compile; this is what happens where types are bypassed.
    expect(() => decimal(0.1)).toThrow('[big.js] Invalid value');
    expect(() => decimal('1').plus(0.1)).toThrow('[big.js] Invalid value');
    expect(() => Number(decimal('1'))).toThrow('[big.js] valueOf disallowed');
  });

  test('halves go away from zero or digits are cut, as the caller says', () => {
    expect(toText(roundTo(decimal('2.345'), 2, 'half-up'))).toBe('2.35');
    expect(toText(roundTo(decimal('2.349'), 2, 'down'))).toBe('2.34');
    expect(toText(roundTo(decimal('-2.345'), 2, 'half-up'))).toBe('-2.35');
    expect(toText(roundTo(decimal('0.5'), 0, 'half-up'))).toBe('1');
    expect(toText(roundTo(decimal('-0.4'), 0, 'down'))).toBe('0');
  });

  test('text never carries an exponent, and minor units are always written out', () => {
    expect(toText(decimal('1e-18'))).toBe('0.000000000000000001');
    expect(toText(decimal('1e30'))).toBe(`1${'0'.repeat(30)}`);
    expect(toMinorText(decimal('12.5'), 2)).toBe('12.50');
    expect(toMinorText(decimal('-0'), 2)).toBe('0.00');
    expect(() => toMinorText(decimal('12.505'), 2)).toThrow(RangeError);
  });
});
