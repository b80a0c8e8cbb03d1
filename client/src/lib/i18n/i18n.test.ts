import i18next, { t } from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { setInitialData } from '../api/initial-data.ts';
import { errorText } from './errors.ts';
import { currentLanguage, loadTexts, supportedLanguageOf, switchLanguage } from './i18n.ts';
import { localesOf, regionsOf } from './language-tags.ts';

beforeAll(() => loadTexts('common', 'files', 'blog', 'admin'));
afterEach(async () => {
  setInitialData(undefined);
  await switchLanguage('en');
});

test('a text takes the plural form that its language has for the number', async () => {
  expect([1, 2].map((count) => t('blog:count', { count }))).toEqual(['1 article', '2 articles']);
  await switchLanguage('ru', ['blog']);
  expect([1, 3, 5].map((count) => t('blog:count', { count }))).toEqual(['1 статья', '3 статьи', '5 статей']);
  await switchLanguage('ja', ['blog']);
  expect(new Set([1, 2].map((count) => t('blog:count', { count }).replace(/\d/, '')))).toHaveLength(1);
});

test('a value is inserted unchanged, even if it looks like a placeholder', () => {
  expect(t('files:remove', { name: '$& {{count}}' })).toContain('$& {{count}}');
});

test('numbers and names keep their direction inside an Arabic sentence', async () => {
  await switchLanguage('ar', ['common', 'files']);
  expect(t('files:remove', { name: 'Ada' })).toContain('\u2068Ada\u2069');
});

test('the operator’s product name is in every text', () => {
  const queries = { queries: [], mutations: [] };
  setInitialData({ brand: 'Kasse', language: 'en', currency: null, serverRendered: false, namespaces: [], queries });
  expect(t('common:brand')).toBe('Kasse');
});

test('a visitor who chooses two languages in a row gets the last one, whichever loads first', async () => {
  await Promise.all([switchLanguage('pt', ['common', 'blog']), switchLanguage('en')]);
  expect(currentLanguage()).toBe('en');
});

test('a change of the language is announced once, after its texts have loaded', async () => {
  const languages: string[] = [];
  const listener = (language: string) => languages.push(`${language} ${i18next.hasResourceBundle(language, 'blog')}`);
  i18next.on('languageChanged', listener);
  await switchLanguage('de', ['common', 'blog']);
  await switchLanguage('de', ['admin']);
  i18next.off('languageChanged', listener);
  expect(languages).toEqual(['de true']);
});

test('a visitor reads the first language of their browser that has texts', () => {
  expect(supportedLanguageOf([null, undefined, 'C', 'en-US@posix', 'eo', 'pt-BR', 'de'])).toBe('pt');
  expect(supportedLanguageOf(['C'])).toBe('en');
  // A tag that only starts like one of ours is another language.
  expect(supportedLanguageOf(['arn', 'kok-IN', 'fr'])).toBe('fr');
});

const malformedTags = ['C', 'en-US@posix', 'de_DE', 'POSIX.UTF-8', '*', '-', 'en-', 'e'.repeat(300), ' '];

test.each(malformedTags)('a visitor whose browser names the invalid tag "%s" gets its next language', (tag) => {
  expect(localesOf([tag, 'pt-BR', 'en']).map(({ language }) => language)).toEqual(['pt', 'en']);
  expect(regionsOf([tag, 'en', 'en-NG'])).toEqual(['NG']);
});

test('regions are read from the browser’s languages in their order, in upper or lower case', () => {
  expect([localesOf([...malformedTags, '', null, undefined]), regionsOf(malformedTags)]).toEqual([[], []]);
  expect(regionsOf(['zh-hant-tw', 'en', 'EN-ng', 'es-419'])).toEqual(['TW', 'NG', '419']);
});

describe('a refusal', () => {
  beforeEach(() => switchLanguage('es', ['common', 'errors']));

  test('is shown in the language of the customer', () => {
    expect(errorText({ reason: 'credentials_wrong' })).toBe('Correo o contraseña incorrectos. Inténtelo de nuevo.');
  });

  test('shows numbers in the format of the language, and statuses by their names', () => {
    expect(errorText(reasonWith('below_minimum_deposit', { minimumDeposit: '12500.0005', symbol: 'BTC' }))).toBe(
      'El depósito mínimo es 12.500,0005 BTC.',
    );
    const decidedText = errorText(reasonWith('order_decided', { status: 'completed' }));
    expect(decidedText).toBe('La transacción ya fue decidida: Completada');
    expect(errorText(reasonWith('kyc_limit_reached', { limitUsd: '1000', days: 30, leftUsd: '0.00' }))).toBe(
      'Sin una identidad verificada puede vender o cambiar por 1000 USD en 30 días; le quedan 0 USD. ' +
        'Verifique primero su identidad.',
    );
  });

  test('has the plural form that the language has for its count', () => {
    const open = (count: number) => errorText(reasonWith('orders_open', { count }));
    expect([open(1), open(2)]).toEqual([
      'Este usuario tiene 1 transacción abierta. Decídala primero.',
      'Este usuario tiene 2 transacciones abiertas. Decídalas primero.',
    ]);
  });

  test('with an unknown reason is shown in the English of the server', () => {
    const newerRefusal = { reason: 'of_a_newer_server' as 'internal', message: 'Please see $& {{most}}.' };
    expect(errorText(newerRefusal)).toBe('Please see $& {{most}}.');
  });

  test('is shown in English with the words of the server, and long numbers in groups', async () => {
    await switchLanguage('en', ['common', 'errors']);
    expect(errorText({ reason: 'payment_proof_required' })).toBe('Payment proof required');
    expect(errorText(reasonWith('sale_too_large', { max: '1000000000000', currency: 'NGN' }))).toBe(
      'This amount is too large. We pay out at most ₦1,000,000,000,000.00 NGN for one sale.',
    );
    expect(errorText(reasonWith('order_decided', { status: 'completed' }))).toBe(
      'Transaction has already been completed',
    );
    expect(errorText(reasonWith('below_minimum_deposit', { minimumDeposit: '12500.0005', symbol: 'BTC' }))).toBe(
      'The smallest deposit we accept is 12500.0005 BTC.',
    );
  });
});
