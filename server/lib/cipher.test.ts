import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptText, encryptText } from './cipher.ts';

const refusal = /not encrypted by this product|unable to authenticate/;

const use = { secret: 'a secret for tests alone, long enough too', purpose: 'a test', boundTo: 'ada' };

test('an encrypted text can be read, and is never stored as plain text or twice alike', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }), (text) => {
      const item = encryptText(text, use);
      const otherText = encryptText(text, use);
      expect(decryptText(item, use)).toBe(text);
      expect(item.equals(otherText)).toBe(false);
      expect(item.includes(text) && text.length > 3).toBe(false);
    }),
  );
});

test('an encrypted text is unreadable with another key, use or row, or one changed bit', () => {
  const encrypted = encryptText('A0 482 1937', use);
  for (const otherUse of [{ secret: `${use.secret}x` }, { purpose: 'another' }, { boundTo: 'eve' }]) {
    expect(() => decryptText(encrypted, { ...use, ...otherUse })).toThrow(refusal);
  }
  fc.assert(
    fc.property(fc.nat(encrypted.length * 8 - 1), (bit) => {
      const changedBytes = Buffer.from(encrypted);
      changedBytes[bit >> 3] = (changedBytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => decryptText(changedBytes, use)).toThrow(refusal);
    }),
  );
  for (const length of [0, 1, 13, 29]) expect(() => decryptText(encrypted.subarray(0, length), use)).toThrow(refusal);
});
