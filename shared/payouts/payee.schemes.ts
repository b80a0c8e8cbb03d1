import { z } from 'zod';

export const payeeSchemes = ['iban', 'nuban', 'aba', 'clabe', 'cbu', 'pix'] as const;
export type PayeeScheme = (typeof payeeSchemes)[number];

/** What is wrong with a number, by its form alone. */
export type NumberProblem = 'length' | 'country' | 'checksum' | 'shape';

/** Lengths of the IBAN registry. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
    'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Without spaces, in capitals, as banks store an IBAN or a BIC. */
export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

export function isIbanShaped(text: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(compactIban(text));
}

export function checkIban(text: string): NumberProblem | undefined {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) return 'shape';
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1 ? undefined : 'checksum';
}

/** The sum of the digits, each times its weight; the weights repeat. */
function weigh(digits: string, weights: readonly number[], each: (product: number) => number = (product) => product) {
  return [...digits].reduce((sum, digit, at) => sum + each(Number(digit) * (weights[at % weights.length] ?? 0)), 0);
}

/** The digit that completes a sum to a multiple of ten. */
function complement(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}

/** Digits of a fixed number, or why not. */
function digitsOf(text: string, length: number, isValid: (digits: string) => boolean): NumberProblem | undefined {
  if (!/^\d+$/.test(text)) return 'shape';
  if (text.length !== length) return 'length';
  return isValid(text) ? undefined : 'checksum';
}

/** Without a bank code of three digits only the length is known. */
export function checkNuban(number: string, bankCode: string | undefined): NumberProblem | undefined {
  return digitsOf(number, 10, (digits) => {
    if (bankCode === undefined || !/^\d{3}$/.test(bankCode)) return true;
    return digits.endsWith(complement(weigh(bankCode + digits.slice(0, 9), [3, 7, 3])));
  });
}

export function checkAba(number: string): NumberProblem | undefined {
  return digitsOf(number, 9, (digits) => weigh(digits, [3, 7, 1]) % 10 === 0);
}

export function checkClabe(number: string): NumberProblem | undefined {
  return digitsOf(number, 18, (digits) =>
    digits.endsWith(complement(weigh(digits.slice(0, 17), [3, 7, 1], (product) => product % 10))),
  );
}

export function checkCbu(number: string): NumberProblem | undefined {
  return digitsOf(
    number,
    22,
    (digits) =>
      digits[7] === complement(weigh(digits.slice(0, 7), [7, 1, 3, 9, 7, 1, 3])) &&
      digits[21] === complement(weigh(digits.slice(8, 21), [3, 9, 7, 1])),
  );
}

/** The key as it is sent, without the points of a tax number. */
export function compactPix(key: string): string {
  const text = key.trim();
  const bare = text.replace(/[.\-/\s]/g, '').toUpperCase();
  if (/^\d{11}$|^[A-Z0-9]{12}\d{2}$/.test(bare) && !text.startsWith('+')) return bare;
  return text.startsWith('+') ? text.replace(/[\s()-]/g, '') : text.toLowerCase();
}

export function checkPix(text: string): NumberProblem | undefined {
  const key = compactPix(text);
  if (/^\d{11}$/.test(key)) return taxDigitsFit(key, 9, 11) ? undefined : 'checksum';
  // Since July 2026 the first twelve signs of a company's number may be letters.
  if (/^[A-Z0-9]{12}\d{2}$/.test(key)) return taxDigitsFit(key, 12, 9) ? undefined : 'checksum';
  const isKey = /^\+55\d{10,11}$/.test(key) || z.email().safeParse(key).success || z.guid().safeParse(key).success;
  return isKey ? undefined : 'shape';
}

/** Two check digits modulo 11, from the right with weights from 2 to `maxWeight`, again and again. */
function taxDigitsFit(key: string, length: number, maxWeight: number): boolean {
  if (new Set(key).size === 1) return false;
  return [length, length + 1].every((end) => {
    const sum = [...key.slice(0, end)]
      .reverse()
      .reduce((total, sign, at) => total + (sign.charCodeAt(0) - 48) * (2 + (at % (maxWeight - 1))), 0);
    return key[end] === String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
}
