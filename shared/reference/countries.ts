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
export const countries: readonly Country[] = [
  { name: 'Australia', code: 'AU', dialCode: '+61', currency: 'AUD' },
  { name: 'Brazil', code: 'BR', dialCode: '+55', currency: 'BRL' },
  { name: 'Cameroon', code: 'CM', dialCode: '+237', currency: 'XAF' },
  { name: 'Canada', code: 'CA', dialCode: '+1', currency: 'CAD' },
  { name: 'China', code: 'CN', dialCode: '+86', currency: 'CNY' },
  { name: 'Egypt', code: 'EG', dialCode: '+20', currency: 'EGP' },
  { name: 'Ethiopia', code: 'ET', dialCode: '+251', currency: 'ETB' },
  { name: 'France', code: 'FR', dialCode: '+33', currency: 'EUR' },
  { name: 'Germany', code: 'DE', dialCode: '+49', currency: 'EUR' },
  { name: 'Ghana', code: 'GH', dialCode: '+233', currency: 'GHS' },
  { name: 'Hong Kong', code: 'HK', dialCode: '+852', currency: 'HKD' },
  { name: 'India', code: 'IN', dialCode: '+91', currency: 'INR' },
  { name: 'Indonesia', code: 'ID', dialCode: '+62', currency: 'IDR' },
  { name: 'Italy', code: 'IT', dialCode: '+39', currency: 'EUR' },
  { name: 'Japan', code: 'JP', dialCode: '+81', currency: 'JPY' },
  { name: 'Kenya', code: 'KE', dialCode: '+254', currency: 'KES' },
  { name: 'Malaysia', code: 'MY', dialCode: '+60', currency: 'MYR' },
  { name: 'Mexico', code: 'MX', dialCode: '+52', currency: 'MXN' },
  { name: 'Nigeria', code: 'NG', dialCode: '+234', currency: 'NGN' },
  { name: 'Philippines', code: 'PH', dialCode: '+63', currency: 'PHP' },
  { name: 'Rwanda', code: 'RW', dialCode: '+250', currency: 'RWF' },
  { name: 'Senegal', code: 'SN', dialCode: '+221', currency: 'XOF' },
  { name: 'Singapore', code: 'SG', dialCode: '+65', currency: 'SGD' },
  { name: 'South Africa', code: 'ZA', dialCode: '+27', currency: 'ZAR' },
  { name: 'Spain', code: 'ES', dialCode: '+34', currency: 'EUR' },
  { name: 'Tanzania', code: 'TZ', dialCode: '+255', currency: 'TZS' },
  { name: 'Uganda', code: 'UG', dialCode: '+256', currency: 'UGX' },
  { name: 'United Arab Emirates', code: 'AE', dialCode: '+971', currency: 'AED' },
  { name: 'United Kingdom', code: 'GB', dialCode: '+44', currency: 'GBP' },
  { name: 'United States', code: 'US', dialCode: '+1', currency: 'USD' },
];

/** The country of that ISO code or English name, in any case. */
export function findCountry(codeOrName: string): Country | undefined {
  const wanted = codeOrName.trim().toLowerCase();
  return countries.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted);
}
