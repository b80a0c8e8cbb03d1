import { expect, test } from 'vitest';
import { matchOptions, type ComboboxOption } from './combobox-options.ts';

const options: ComboboxOption[] = [
  { value: 'USD', text: 'US Dollar', keywords: 'United States $' },
  { value: 'XOF', text: 'West African CFA Franc', keywords: "Côte d'Ivoire Senegal" },
  { value: 'NGN', text: 'Nigerian Naira', keywords: 'Nigeria ₦' },
  { value: 'AOA', text: 'Angolan Kwanza', keywords: 'Angola' },
];
const valuesFor = (search: string) => matchOptions(options, search).map(({ value }) => value);

test('a customer who searches nothing sees everything in its own order', () => {
  expect(valuesFor('  ')).toEqual(['USD', 'XOF', 'NGN', 'AOA']);
});

test('a customer finds a currency by its code, its country, its symbol and without accents', () => {
  expect([valuesFor('ngn')[0], valuesFor('nigeria')[0], valuesFor('₦')[0], valuesFor('cote')[0]]).toEqual([
    'NGN',
    'NGN',
    'NGN',
    'XOF',
  ]);
});

test('the beginning of a name comes before the middle of another', () => {
  expect(valuesFor('an')).toEqual(['AOA', 'XOF', 'NGN'].filter((code) => valuesFor('an').includes(code)));
  expect(valuesFor('an')[0]).toBe('AOA');
});

test('a customer who searches what does not exist is shown nothing', () => {
  expect(valuesFor('zzz')).toEqual([]);
});
