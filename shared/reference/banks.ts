import { latinLetters } from '#shared/reference/latin.ts';
import rows from './banks.json' with { type: 'json' };

export interface Bank {
  /** The name that its customers use. */
  name: string;
  /**
   * Three digits by which its account numbers are checked, or with which they begin; null if banks have none, or it is
   * uncertain.
   */
  code: string | null;
  /**
   * Publisher of the code: `cbn` the Central Bank of Nigeria, `banxico` the Banco de México; `bank` if only the name is
   * known.
   */
  source: string;
}

const byCurrency: Readonly<Record<string, readonly Bank[]>> = rows;

/**
 * Banks that hold accounts in a currency, by the alphabet: suggestions, as none of these lists is complete. Empty for
 * most currencies.
 */
export function banksOf(currency: string): readonly Bank[] {
  return byCurrency[currency] ?? [];
}

/** A name without accents, case, spaces and punctuation. */
const normalizeName = (name: string) =>
  latinLetters(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The listed bank with this name, however it is spelled. */
export function bankNamed(currency: string, name: string): Bank | undefined {
  const typedName = normalizeName(name);
  return typedName === '' ? undefined : banksOf(currency).find((bank) => normalizeName(bank.name) === typedName);
}

/** The code of a bank: the listed one if there is one, else the typed one. */
export function bankCodeOf(currency: string, { bankName, bankCode }: { bankName: string; bankCode?: string | null }) {
  return bankNamed(currency, bankName)?.code ?? bankCode ?? undefined;
}
