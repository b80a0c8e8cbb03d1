import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { templateFields, type ImportField } from '#shared/imports/imports.fields.ts';
import { languages } from '#shared/reference/languages.ts';
import { fieldOfHeading, isForbidden } from './imports.headings.ts';

/** Labels of the forms and of the template, by catalogue and key. */
const labels: readonly [ImportField, string, string][] = [
  ['firstName', 'auth', 'field.firstName'],
  ['lastName', 'auth', 'field.lastName'],
  ['email', 'auth', 'field.email'],
  ['mobileNumber', 'auth', 'field.mobile'],
  ['country', 'auth', 'field.country'],
  ['accountName', 'sell', 'payment.accountName'],
  ['accountNumber', 'sell', 'payment.accountNumber'],
  ['bankName', 'sell', 'payment.bankName'],
  ['bankCode', 'sell', 'payment.code.other'],
  ['bankCode', 'sell', 'payment.code.NGN'],
  ['iban', 'sell', 'payment.number.EUR'],
  ['method', 'sell', 'payment.method'],
  ...Object.values(templateFields)
    .flat()
    .map((field): [ImportField, string, string] => [field, 'imports.admin', `field.${field}`]),
];

const labelOf = (language: string, catalogue: string, key: string): string => {
  const path = join(rootDir, 'shared', 'locales', language, `${catalogue}.json`);
  const texts: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return String(key.split('.').reduce((found, name) => (found as Record<string, unknown>)[name], texts));
};

test.each(languages.map(({ code }) => code))('a member names the columns like the forms in %s', (language) => {
  for (const [field, catalogue, key] of labels) {
    const label = labelOf(language, catalogue, key);
    expect([label, fieldOfHeading(label)]).toEqual([label, field]);
  }
});

test.each([
  'password',
  'Contraseña',
  'Mot de passe',
  'パスワード',
  'Passport no.',
  '身份证号码',
  'Kreditkarte',
  'CVV',
  'رقم الهوية',
])('a column called %s is never read', (heading) => expect(isForbidden(heading)).toBe(true));

test.each(['Bank account', 'Shipping note', 'Passing trade', 'Konto', 'Identity check', 'Card-free', '国家'])(
  'a column called %s may be read',
  (heading) => expect(isForbidden(heading)).toBe(false),
);
