import rows from './countries.json' with { type: 'json' };

export interface Country {
  name: string;
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** International dial code with its plus sign. */
  dialCode: string;
  /** Payout currency offered first to users from there. */
  currency: string;
}

/** The countries an account can be opened from, sorted by name. */
export const countries: readonly Country[] = rows;

/** The country of that ISO code or English name, in any case. */
export function findCountry(codeOrName: string): Country | undefined {
  const requestedName = codeOrName.trim().toLowerCase();
  return countries.find(
    ({ code, name }) => code.toLowerCase() === requestedName || name.toLowerCase() === requestedName,
  );
}
