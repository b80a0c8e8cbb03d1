import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, as, visitor } from './harness/users.ts';

test('a customer who reads Spanish is refused, told times and given papers in Spanish, and in French as soon as they choose it', async () => {
  const page = await visitor('/register', { locale: 'es' });
  await page.getByRole('textbox', { name: 'Correo' }).first().fill('nobody');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByText('Escriba un correo electrónico válido').first()).toBeVisible();
  await expect(page.getByText('El nombre debe tener al menos 2 caracteres').first()).toBeVisible();

  await page.goto('/login');
  await page.locator('input[type=email], input[autocomplete=username]').first().fill('nobody@customers.test');
  await page.locator('input[type=password]').fill('not my password');
  expectError(page, /401 POST .*\/api\/login/);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Correo o contraseña incorrectos.');

  await page.goto('/');
  await expect(page.getByText('en un máximo de 24 horas').first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem('selectedLanguage', 'fr'));
  await page.reload();
  await expect(page.getByText('sous 24 heures').first()).toBeVisible();

  const own = await as(await aCustomer(), '/kyc', { locale: 'es' });
  await own.getByRole('main').locator('button[type=submit]').click();
  await expect(own.getByText('Escriba el número del documento').first()).toBeVisible();
  const paper = await own.evaluate(async () => {
    const token = localStorage.getItem('auth_token') ?? '';
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': 'es' };
    return (await fetch('/api/transactions/export?format=csv', { headers })).text();
  });
  expect(paper).toContain('Fecha,Criptomoneda,Monto');
});
