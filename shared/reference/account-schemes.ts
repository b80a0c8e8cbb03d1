import { z } from 'zod';
import { email } from '#shared/kernel/fields.ts';
import type { NumberProblem } from './iban.ts';

export const payeeSchemes = ['iban', 'nuban', 'aba', 'clabe', 'cbu', 'pix'] as const;
export type PayeeScheme = (typeof payeeSchemes)[number];

/** The sum of the digits, each times its weight; the weights repeat. */
function weightedSum(
  digits: string,
  weights: readonly number[],
  each: (product: number) => number = (product) => product,
) {
  return Array.from(digits).reduce(
    (sum, digit, index) => sum + each(Number(digit) * (weights[index % weights.length] ?? 0)),
    0,
  );
}

/** The digit that completes a sum to a multiple of ten. */
function checkDigitOf(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}

/** Checks the digits of a fixed-length number; returns the problem. */
function digitsOf(text: string, length: number, isValid: (digits: string) => boolean): NumberProblem | undefined {
  if (!/^\d+$/.test(text)) return 'shape';
  if (text.length !== length) return 'length';
  return isValid(text) ? undefined : 'checksum';
}

/** Checks a Nigerian NUBAN; without a bank code of three digits only its length can be checked. */
export function checkNuban(number: string, bankCode: string | undefined): NumberProblem | undefined {
  return digitsOf(number, 10, (digits) => {
    if (bankCode === undefined || !/^\d{3}$/.test(bankCode)) return true;
    return digits.endsWith(checkDigitOf(weightedSum(bankCode + digits.slice(0, 9), [3, 7, 3])));
  });
}

/** Checks an ABA routing number; undefined if it is valid. */
export function checkAba(number: string): NumberProblem | undefined {
  return digitsOf(number, 9, (digits) => weightedSum(digits, [3, 7, 1]) % 10 === 0);
}

/** Checks a Mexican CLABE; undefined if it is valid. */
export function checkClabe(number: string): NumberProblem | undefined {
  return digitsOf(number, 18, (digits) =>
    digits.endsWith(checkDigitOf(weightedSum(digits.slice(0, 17), [3, 7, 1], (product) => product % 10))),
  );
}

/** Checks an Argentine CBU; undefined if it is valid. */
export function checkCbu(number: string): NumberProblem | undefined {
  return digitsOf(
    number,
    22,
    (digits) =>
      digits[7] === checkDigitOf(weightedSum(digits.slice(0, 7), [7, 1, 3, 9, 7, 1, 3])) &&
      digits[21] === checkDigitOf(weightedSum(digits.slice(8, 21), [3, 9, 7, 1])),
  );
}

/** The alias of an Argentine account: six to twenty letters, digits, points and hyphens, a letter among them. */
export function isCbuAlias(text: string): boolean {
  return /^(?=.*[a-z])[a-z0-9.-]{6,20}$/i.test(text.trim());
}

/** Area codes of Brazil, then the nine digits of a mobile telephone. */
const mobile = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|[89][1-9])9\d{8}$/;

/**
 * The key as it is sent: a tax number without points, a telephone with its country code, an identifier with hyphens.
 * Eleven digits that are not a tax number and look like a mobile telephone count as one.
 */
export function compactPix(key: string): string {
  const text = key.trim();
  const plainKey = text.replace(/[.\-/\s()]/g, '').toUpperCase();
  if (text.startsWith('+')) return plainKey;
  if (/^(?:00)?55\d{10,11}$/.test(plainKey) && !companyFits(plainKey)) return `+${plainKey.replace(/^00/, '')}`;
  if (/^0\d{11}$/.test(plainKey) && mobile.test(plainKey.slice(1))) return `+55${plainKey.slice(1)}`;
  if (/^\d{11}$/.test(plainKey)) return isPixGuess(plainKey) ? `+55${plainKey}` : plainKey;
  if (/^[A-Z0-9]{12}\d{2}$/.test(plainKey)) return plainKey;
  if (/^[A-F0-9]{32}$/.test(plainKey))
    return plainKey.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return text.toLowerCase();
}

/** True for a key that may be a mobile telephone or a mistyped tax number: the payee has to say which. */
export function isPixGuess(key: string): boolean {
  const plainKey = key.replace(/[.\-/\s()]/g, '');
  return mobile.test(plainKey) && !taxDigitsFit(plainKey, 9, 11);
}

const companyFits = (digits: string) => digits.length === 14 && taxDigitsFit(digits, 12, 9);

/** Checks a Brazilian Pix key: a tax number, a mobile number, an email address or a random key. */
export function checkPix(text: string): NumberProblem | undefined {
  const key = compactPix(text);
  if (/^\d{11}$/.test(key)) return taxDigitsFit(key, 9, 11) ? undefined : 'checksum';
  // Since July 2026 the first twelve signs of a company's number may be letters.
  if (/^[A-Z0-9]{12}\d{2}$/.test(key)) return taxDigitsFit(key, 12, 9) ? undefined : 'checksum';
  const isKey = /^\+55\d{10,11}$/.test(key) || email().safeParse(key).success || z.guid().safeParse(key).success;
  return isKey ? undefined : 'shape';
}

/** Two check digits modulo 11, from the right with weights from 2 to `maxWeight`, again and again. */
function taxDigitsFit(key: string, length: number, maxWeight: number): boolean {
  if (new Set(key).size === 1) return false;
  return [length, length + 1].every((end) => {
    const sum = Array.from(key.slice(0, end))
      .toReversed()
      .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * (2 + (at % (maxWeight - 1))), 0);
    return key[end] === String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
}
