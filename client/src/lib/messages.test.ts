import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import es from '../locales/es/messages.json';
import { messageIn } from './messages.ts';

beforeAll(() =>
  i18next.init({
    lng: 'es',
    fallbackLng: 'en',
    resources: { es: { messages: es, common: { status: { completed: 'Completada' } } } },
    defaultNS: 'common',
  }),
);

const told = (said: string) => messageIn('es', said);

test('a refusal is told in the language of the person', () => {
  expect(told('Invalid email or password. Please try again.')).toBe(
    'Correo o contraseña incorrectos. Inténtelo de nuevo.',
  );
});

test('figures inside it are written as the language writes them, and states by their names', () => {
  expect(told('The smallest deposit is 12500.0005 BTC.')).toBe('El depósito mínimo es 12.500,0005 BTC.');
  expect(told('Transaction has already been completed')).toBe('La transacción ya fue decidida: Completada');
  const limit =
    'Without a verified identity you can sell or exchange for 1000 USD in 30 days; 0.00 USD are left. Please verify your identity first.';
  expect(told(limit)).toBe(
    'Sin una identidad verificada puede vender o cambiar por 1000 USD en 30 días; le quedan 0 USD. Verifique primero su identidad.',
  );
});

test('words of a person at the desk stay their own, and English stays as it was said', () => {
  expect(told('Your photo is blurred (see $& {{most}}).')).toBe('Your photo is blurred (see $& {{most}}).');
  expect(messageIn('en', 'Payment proof required')).toBe('Payment proof required');
});
