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

/** Whether it begins as an IBAN does. */
export function isIbanShaped(text: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(compactIban(text));
}

/** What is wrong with an IBAN: its length and country by the registry, its check digits by ISO 7064. */
export function checkIban(text: string): NumberProblem | undefined {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) return 'shape';
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`
    .split('')
    .map((sign) => Number.parseInt(sign, 36))
    .join('');
  return digits.split('').reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1 ? undefined : 'checksum';
}
