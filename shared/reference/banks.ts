import rows from './banks.json' with { type: 'json' };

const byCurrency: Readonly<Record<string, readonly string[]>> = rows;

/** Names of banks that hold accounts in a currency, by the alphabet: suggestions, as none of these lists is complete. Empty for most currencies. */
export function banksOf(currency: string): readonly string[] {
  return byCurrency[currency] ?? [];
}
