import { randomInt } from 'node:crypto';
import { checkNuban } from '#shared/reference/account-schemes.ts';
import { checkIban } from '#shared/reference/iban.ts';

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');

/**
 * The number of a bank account that no other customer has: a shared one excludes orders from a bulk approval. It is an
 * IBAN for euros; otherwise a Nigerian number that its bank accepts, if its code is given.
 */
export function aBankNumber(currency: string, bankCode?: string): string {
  for (;;) {
    const number = currency === 'EUR' ? `NL${digits(2)}ABNA${digits(10)}` : digits(10);
    const problem = currency === 'EUR' ? checkIban(number) : checkNuban(number, bankCode);
    if (problem === undefined) return number;
  }
}
