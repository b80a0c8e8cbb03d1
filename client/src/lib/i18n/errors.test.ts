import { afterAll, beforeAll, expect, test } from 'vitest';
import { filled } from '#shared/kernel/reason.ts';
import { errorText } from './errors.ts';
import { switchLanguage } from './i18n.ts';

beforeAll(() => switchLanguage('es', ['common', 'errors']));
afterAll(() => switchLanguage('en'));

test('a refusal is shown in the language of the customer', () => {
  expect(errorText({ reason: 'credentials_wrong' })).toBe('Correo o contraseña incorrectos. Inténtelo de nuevo.');
});

test('numbers inside it are written as the language writes them, and statuses by their names', () => {
  expect(errorText(filled('below_minimum_deposit', { minimumDeposit: '12500.0005', symbol: 'BTC' }))).toBe(
    'El depósito mínimo es 12.500,0005 BTC.',
  );
  expect(errorText(filled('order_decided', { status: 'completed' }))).toBe(
    'La transacción ya fue decidida: Completada',
  );
  expect(errorText(filled('kyc_limit_reached', { limitUsd: '1000', days: 30, leftUsd: '0.00' }))).toBe(
    'Sin una identidad verificada puede vender o cambiar por 1000 USD en 30 días; le quedan 0 USD. Verifique primero su identidad.',
  );
});

test('a count takes the plural form that the language has for it', async () => {
  const open = (count: number) => errorText(filled('orders_open', { count }));
  expect([open(1), open(2)]).toEqual([
    'Este usuario tiene 1 transacción abierta. Decídala primero.',
    'Este usuario tiene 2 transacciones abiertas. Decídalas primero.',
  ]);
});

test('a reason this version does not know is shown in the English of the server', () => {
  const newer = { reason: 'of_a_newer_server' as 'internal', message: 'Please see $& {{most}}.' };
  expect(errorText(newer)).toBe('Please see $& {{most}}.');
});

test('English reads as the server says it, with long numbers in groups', async () => {
  await switchLanguage('en', ['common', 'errors']);
  expect(errorText({ reason: 'payment_proof_required' })).toBe('Payment proof required');
  expect(errorText(filled('sale_too_large', { max: '1000000000000', currency: 'NGN' }))).toBe(
    'This amount is too large. We pay out at most 1,000,000,000,000 NGN for one sale.',
  );
  expect(errorText(filled('order_decided', { status: 'completed' }))).toBe('Transaction has already been completed');
  expect(errorText(filled('below_minimum_deposit', { minimumDeposit: '12500.0005', symbol: 'BTC' }))).toBe(
    'The smallest deposit we accept is 12500.0005 BTC.',
  );
});
