import { afterEach, expect, test } from 'vitest';
import { normaliseAmount } from '../format/amount-input.ts';
import { formatMoney } from '../format/format.ts';
import { errorText, loadErrors } from './errors.ts';
import { inLanguage } from './i18n.ts';
import { adoptRegions } from './region.ts';

afterEach(() => adoptRegions([]));

const money = (language: string) =>
  inLanguage(language, () => formatMoney('13648', 'MXN').replaceAll('\u00a0', ' ').replace("'", '’'));

test.each([
  ['a Mexican', ['es-MX', 'es'], 'es', '$13,648.00'],
  ['a Spaniard', ['es-ES'], 'es', '13.648,00 $'],
  ['a Swiss', ['de-CH', 'fr-CH'], 'de', '$ 13’648.00'],
  ['an Indian', ['en-IN'], 'en', '$13,648.00'],
  ['whoever names no region', ['es'], 'es', '13.648,00 $'],
  ['whoever chose another language than the browser’s', ['en-NG', 'C'], 'es', '13.648,00 $'],
])('%s reads sums in the form of their region', (_reader, tags, language, expected) => {
  adoptRegions(tags);
  expect(money(language)).toBe(expected);
});

test('a Mexican types thousands with a comma, and a Spaniard with a point', () => {
  adoptRegions(['es-MX']);
  expect([normaliseAmount('1,000', 'es'), normaliseAmount('1.25', 'es')]).toEqual(['1000', '1.25']);
  adoptRegions(['es-ES']);
  expect([normaliseAmount('1.000', 'es'), normaliseAmount('1,25', 'es')]).toEqual(['1000', '1.25']);
});

test('a Mexican reads the largest amount in a refusal as sums are written in Mexico', async () => {
  await loadErrors();
  const text = () => inLanguage('es', () => errorText({ reason: 'number_too_large', params: { max: '12345.5' } }));
  adoptRegions(['es-MX']);
  expect(text()).toContain('12,345.5');
  adoptRegions(['es-ES']);
  expect(text()).toContain('12.345,5');
});
