const currencies: readonly string[] = ['NGN', 'PHP', 'USD', 'HKD', 'KES', 'GHS', 'ZAR', 'INR'];

/** True if accounts in a currency have a domestic number of digits; others have an IBAN, or letters in their number. */
export function hasDomesticNumber(currency: string): boolean {
  return currencies.includes(currency);
}
