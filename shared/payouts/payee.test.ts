import { expect, test } from 'vitest';
import { ibanLength } from '#shared/reference/iban.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { compareNames } from './payee.names.ts';
import { checkPayee, type Payee } from './payee.ts';

const payee = (number: string, changes: Partial<Payee> = {}): Payee => ({
  method: 'bank',
  accountName: 'Ada Obi',
  accountNumber: number,
  ...changes,
});
const codesOf = (currency: string, givenPayee: Payee, format?: 'pain001' | 'by_hand') =>
  checkPayee(givenPayee, { currency, identityName: 'Ada Obi', ...(format && { format }) }).findings.map(
    ({ code }) => code,
  );

test.each([
  ['EUR', 'DE89370400440532013000', undefined],
  ['EUR', 'gb82 west 1234 5698 7654 32', undefined],
  ['CHF', 'FR1420041010050500013M02606', undefined],
  ['NOK', 'NO9386011117947', undefined],
  ['NGN', '0000014579', '011'],
  ['NGN', '0152792740', '058'],
  ['USD', '12345678', '021000021'],
  ['USD', '12345678', '011000015'],
  ['USD', '12345678', '026009593'],
  ['USD', '12345678', undefined],
  ['MXN', '032180000118359719', undefined],
  ['MXN', '002010077777777771', undefined],
  ['ARS', '2850590940090418135201', undefined],
  ['BRL', '529.982.247-25', undefined],
  ['BRL', '11.222.333/0001-81', undefined],
  ['BRL', '12.ABC.345/01DE-35', undefined],
  ['BRL', '+5511987654321', undefined],
  ['BRL', 'ada@example.com', undefined],
  ['BRL', '123e4567-e89b-12d3-a456-426614174000', undefined],
  ['GHS', '0123456789', undefined],
  ['GHS', 'AB12345678', undefined],
  ['XOF', 'CI93CI0080111301134291200589', undefined],
  ['XOF', 'SN08 SN01 0015 2000 0485 0000 3035', undefined],
  ['XOF', 'BJ66BJ0610100100144390000769', undefined],
  ['XAF', 'CM2110003001000500000605306', undefined],
  ['XAF', 'GA2140021010032001890020126', undefined],
  ['MAD', 'MA64011519000001205000534921', undefined],
  ['DZD', 'DZ580002100001113000000570', undefined],
  ['AOA', 'AO06004400006729503010102', undefined],
  ['MZN', 'MZ59000301080016367102371', undefined],
  ['XOF', 'BF42BF0840101300463574000390', undefined],
  ['XOF', 'TG53TG0090604310346500400070', undefined],
  ['XOF', 'ML13ML0160120102600100668497', undefined],
  ['XOF', 'NE58NE0380100100130305000268', undefined],
  ['XOF', 'GW04GW1430010181800637601', undefined],
  ['XAF', 'CF4220001000010120069700160', undefined],
  ['XAF', 'TD8960002000010271091600153', undefined],
  ['XAF', 'CG3930011000101013451300019', undefined],
  ['XAF', 'GQ7050002001003715228190196', undefined],
  ['KMF', 'KM4600005000010010904400137', undefined],
  ['CVE', 'CV64000500000020108215144', undefined],
  ['MGA', 'MG4600005030071289421016045', undefined],
  ['MRU', 'MR1300020001010000123456753', undefined],
  ['TND', 'TN5910006035183598478831', undefined],
  ['XPF', 'NC551234512345123456789AB13', undefined],
  ['USD', 'US1234567890', undefined],
  ['BRL', '+55 11 98765-4321', undefined],
  ['BRL', '5511987654321', undefined],
  ['BRL', '123E4567E89B12D3A456426614174000', undefined],
  ['BRL', '0055 (11) 98765-4321', undefined],
  ['BRL', '+55 (11) 3456-7890', undefined],
  ['BRL', 'ADA@EXAMPLE.COM', undefined],
  ['MXN', '032180000118359719', '032'],
])('an account in %s with the number %s is accepted (bank code %s)', (currency, number, bankCode) => {
  expect(codesOf(currency, payee(number, { bankCode }))).toEqual([]);
});

/** Currencies with their own scheme; in every other the number is an IBAN, or digits if its country has none. */
const ofScheme: Readonly<Record<string, [string, string?]>> = {
  EUR: ['DE89370400440532013000'],
  NGN: ['0152792740', '058'],
  USD: ['12345678', '021000021'],
  MXN: ['032180000118359719'],
  ARS: ['2850590940090418135201'],
  BRL: ['52998224725'],
};

function withCheckDigits(country: string, length: number): string {
  const bban = '1'.repeat(length - 4);
  const digits = Array.from(`${bban}${country}00`, (sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bban}`;
}

test.each(payoutCurrencies.map(({ code, flag }) => [code, flag] as const))('%s has a valid account', (code, flag) => {
  const length = ibanLength(flag);
  const [number, bankCode] = ofScheme[code] ?? [length ? withCheckDigits(flag, length) : '0123456789'];
  expect(codesOf(code, payee(number, { bankCode }))).toEqual([]);
  expect(codesOf(code, payee(number, { bankCode }), 'by_hand')).toEqual([]);
});

test.each([
  ['EUR', 'DE89370400440532013001', undefined, 'checksum'],
  ['EUR', 'DE8937040044053201300', undefined, 'length'],
  ['EUR', '12345678', undefined, 'shape'],
  ['USD', 'DE89370400440532013001', undefined, 'checksum'],
  ['NGN', '0152792741', '058', 'checksum'],
  ['NGN', '152792740', '058', 'length'],
  ['USD', '12345678', '021000022', 'checksum'],
  ['MXN', '032180000118359718', undefined, 'checksum'],
  ['ARS', '2850590940090418135202', undefined, 'checksum'],
  ['ARS', '2850591940090418135201', undefined, 'checksum'],
  ['BRL', '52998224724', undefined, 'checksum'],
  ['BRL', '11222333000182', undefined, 'checksum'],
  ['BRL', '12345-6', undefined, 'shape'],
])('an account in %s with the number %s is blocked (bank code %s): %s', (currency, number, bankCode, code) => {
  const check = checkPayee(payee(number, { bankCode }), { currency, identityName: 'Ada Obi' });
  expect(check).toMatchObject({ level: 'block', findings: [{ code, level: 'block' }] });
});

test.each([
  ['EUR', 'XX89370400440532013000', 'country'],
  ['XOF', 'CI93CI0080111301134291200588', 'unchecked'],
  ['XAF', 'CM211000300100050000060530', 'unchecked'],
  ['MAD', 'MA64011519000001205000534920', 'unchecked'],
  ['BRL', '11987654321', 'unchecked'],
  ['BRL', '(11) 98765-4321', 'unchecked'],
  ['BRL', '11 9 8765 4321', 'unchecked'],
  ['ARS', 'Perro.Gato.Sol', 'unchecked'],
  ['ARS', 'ada-obi.1', 'unchecked'],
  ['ARS', 'GT12.SOL.MAR', 'unchecked'],
])('an account in %s with the number %s has a warning, because the bank may know it: %s', (currency, number, code) => {
  const check = checkPayee(payee(number), { currency, identityName: 'Ada Obi', format: 'csv' });
  expect(check).toMatchObject({ level: 'warn', findings: [{ code, level: 'warn' }] });
});

test.each([
  ['BRL', '(11) 98765-4321', '+5511987654321'],
  ['BRL', '0055 11 98765-4321', '+5511987654321'],
  ['BRL', '011 98765-4321', '+5511987654321'],
  ['BRL', '11.222.333/0001-81', '11222333000181'],
  ['ARS', 'Perro.Gato.Sol', 'perro.gato.sol'],
])('a key in %s is written from %s to %s', (currency, number, pixKey) => {
  expect(checkPayee(payee(number), { currency }).normalized.accountNumber).toBe(pixKey);
});

test('a Mexican number of another bank than the chosen one has a warning', () => {
  expect(codesOf('MXN', payee('032180000118359719', { bankCode: '072' }))).toEqual(['bank_differs']);
});

test('a name that loses letters in a European file has a warning before the release', () => {
  const codesOfName = (accountName: string) =>
    codesOf('EUR', payee('DE89370400440532013000', { accountName }), 'pain001');
  expect(codesOfName('Ada Obi 王')).toEqual(['name_letters_lost', 'name_close']);
  expect(codesOfName('Αδα Obi')).toEqual([]);
});

test('a Nigerian number without the code of its bank is accepted with a warning', () => {
  expect(codesOf('NGN', payee('0152792741'))).toEqual(['bank_code_missing', 'unchecked']);
  expect(codesOf('NGN', payee('0152792741', { bankCode: '50515' }))).toEqual(['unchecked']);
});

test('the IBAN field is checked beside any number, and normalised', () => {
  const givenPayee = payee('whatever 1', { iban: 'gb82 west 1234 5698 7654 32', method: 'wise' });
  const check = checkPayee(givenPayee, { currency: 'GBP', identityName: 'Ada Obi' });
  expect(check).toMatchObject({ level: 'ok', scheme: 'iban', normalized: { iban: 'GB82WEST12345698765432' } });
});

test.each([
  ['=1+1', 'number_shape'],
  ['-5', 'number_shape'],
  ['12;34', 'number_shape'],
])('the number %s never gets into a file', (number, code) => {
  expect(codesOf('GHS', payee(number))).toEqual([code]);
  expect(codesOf('GHS', payee(number), 'by_hand')).toEqual([]);
});

test.each<[string, Partial<Payee>]>([
  ['bic', { bic: 'NOT A BIC' }],
  ['iban', { iban: 'x' }],
  ['accountNumber', { accountNumber: '1'.repeat(35) }],
])('a %s outside the schema of a European bank stops its file, not a payment by hand', (field, moreFields) => {
  const problemsIn = (format: 'pain001' | 'by_hand') =>
    checkPayee(payee('0123456789', moreFields), { currency: 'GHS', format }).findings.filter(
      (problem) => problem.code === 'number_shape',
    );
  expect(problemsIn('pain001')).toMatchObject([{ field, level: 'block' }]);
  expect(problemsIn('by_hand')).toEqual([]);
});

test('a name without a Latin letter cannot be paid by a file of a European bank', () => {
  const givenPayee = payee('DE89370400440532013000', { accountName: '王小明' });
  const check = checkPayee(givenPayee, { currency: 'EUR', identityName: '王小明', format: 'pain001' });
  expect(check).toMatchObject({ name: 'match', level: 'block', findings: [{ code: 'name_not_latin' }] });
});

test.each([
  ['José Müller', 'MULLER, jose', 'match'],
  ["O'Brien Mary-Jane", 'Mary Jane OBrien', 'match'],
  ['Ada Obi', 'Ada Chidinma Obi', 'close'],
  ['A. Obi', 'Ada Obi', 'close'],
  ['Ada Obi', 'Aad Obi', 'close'],
  ['Ada Obi', 'Ada Obie', 'close'],
  ['MUELLER JUERGEN', 'Jürgen Müller', 'match'],
  ['JOERGENSEN AASE', 'Åse Jørgensen', 'match'],
  ['Thor Thorsson', 'Þór Þórsson', 'match'],
  ['Mueller Jurgen', 'Jürgen Müller', 'match'],
  ['Ilgin Yildiz', 'Ilgın Yıldız', 'match'],
  ['Alexandros Papas', 'Αλέξανδρος Παπάς', 'match'],
  ['GROSS Baerbel', 'Bärbel Groß', 'match'],
  ['Samuel Joel', 'Samul Jol', 'other'],
  ['Ada Obi', 'Ben Obi', 'other'],
  ['Ada Obi', 'Ada Obieze Chi', 'other'],
  ['A O', 'Ada Obi', 'other'],
  ['', 'Ada Obi', 'other'],
])('the account name "%s" beside the identity "%s": %s', (account, identity, result) => {
  expect(compareNames(account, identity)).toBe(result);
  expect(compareNames(identity, account)).toBe(result);
});

test('another name has a warning and never blocks, and is unknown without an approved identity', () => {
  const givenPayee = payee('0123456789');
  expect(checkPayee(givenPayee, { currency: 'GHS', identityName: 'Ben Eze' })).toMatchObject({
    level: 'warn',
    name: 'other',
  });
  expect(checkPayee(givenPayee, { currency: 'GHS' })).toMatchObject({ level: 'warn', name: 'unknown' });
});
