import { countries } from '#shared/reference/countries.ts';

const dialCodes = [...new Set(countries.map(({ dialCode }) => dialCode))].toSorted((a, b) => b.length - a.length);

/** A stored number in groups to read: +234 803 555 0102. One without a known dial code stays as it is. */
export function groupedNumber(number: string): string {
  const dialCode = dialCodes.find((code) => number.startsWith(code));
  const rest = number.slice(dialCode?.length ?? 0);
  if (dialCode === undefined || !/^\d{4,}$/.test(rest)) return number;
  return `${dialCode} ${rest.replace(/(\d{3})(?=\d{3})/g, '$1 ')}`;
}
