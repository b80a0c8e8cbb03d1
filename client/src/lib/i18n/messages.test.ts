import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageOf } from './messages.ts';
import { switchLanguage } from './i18n.ts';

beforeAll(() => switchLanguage('es', ['common', 'messages']));
afterAll(() => switchLanguage('en'));

test('a refusal is told in the language of the person', () => {
  expect(messageOf('Invalid email or password. Please try again.')).toBe(
    'Correo o contraseña incorrectos. Inténtelo de nuevo.',
  );
});

test('figures inside it are written as the language writes them, and states by their names', () => {
  expect(messageOf('The smallest deposit is 12500.0005 BTC.')).toBe('El depósito mínimo es 12.500,0005 BTC.');
  expect(messageOf('Transaction has already been completed')).toBe('La transacción ya fue decidida: Completada');
  const limit =
    'Without a verified identity you can sell or exchange for 1000 USD in 30 days; 0.00 USD are left. Please verify your identity first.';
  expect(messageOf(limit)).toBe(
    'Sin una identidad verificada puede vender o cambiar por 1000 USD en 30 días; le quedan 0 USD. Verifique primero su identidad.',
  );
});

test('words of a person at the desk stay their own, and English stays as it was said', async () => {
  expect(messageOf('Your photo is blurred (see $& {{most}}).')).toBe('Your photo is blurred (see $& {{most}}).');
  await switchLanguage('en', ['messages']);
  expect(messageOf('Payment proof required')).toBe('Payment proof required');
});
