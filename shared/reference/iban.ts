import ibanLengths from './iban-lengths.json' with { type: 'json' };

/** The part of an account number that is invalid, found by its form alone. */
export type NumberProblem = 'length' | 'country' | 'checksum' | 'shape';

/** Lengths of the IBAN registry by country. */
const lengths = new Map(Object.entries(ibanLengths));

/** Without spaces, in capitals, as banks store an IBAN or a BIC. */
export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

export const isBic = (text: string) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compactIban(text));

export function isIbanShaped(text: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(compactIban(text));
}

export function checkIban(text: string): NumberProblem | undefined {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) return 'shape';
  const length = lengths.get(iban.slice(0, 2));
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (sign) => String(Number.parseInt(sign, 36)));
  return BigInt(digits) % 97n === 1n ? undefined : 'checksum';
}
