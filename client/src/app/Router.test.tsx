import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anEstimate } from '#tests/components/answers.ts';
import { expectLink, expectText, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

test('a visitor on a missing page is told so and finds the way home', async () => {
  await renderScreen('/no-such-page');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('common:notFound.title'));
  await expectText(t('common:notFound.text', { path: '/no-such-page' }));
  await expectLink(t('common:notFound.home'), '/');
});

test.each([
  ['/dashboard', 'sell.dashboard:signedOut.text', '/api/login?next=%2Fdashboard'],
  ['/profile', 'users.profile:signedOut.text', '/api/login?next=%2Fprofile'],
  ['/sell', 'sell:signedOut.text', '/login?next=%2Fsell'],
  ['/fiat-exchange', 'fiat-exchange:signedOut.text', '/login?next=%2Ffiat-exchange'],
  ['/kyc', 'kyc:signedOut.text', '/login?next=%2Fkyc'],
  ['/transactions?status=pending', 'orders:signedOut.text', '/login?next=%2Ftransactions%3Fstatus%3Dpending'],
  ['/transactions?tx=1', 'orders:signedOut.details', '/login?next=%2Ftransactions%3Ftx%3D1'],
] as const)('a visitor who follows the address %s is asked to sign in, and led back', async (path, text, link) => {
  await renderScreen(path);
  await expectText(t(text));
  await expectLink(t('common:action.signIn'), link);
});

test('a visitor who arrives with a sale finds it saved, and is asked to create an account', async () => {
  const address = '/sell?crypto=ripple&amount=100&currency=KES';
  await renderScreen(address, { 'POST /api/calculate-sell-amount': anEstimate({ currency: 'KES' }) });
  await expectText(/100\sXRP/);
  await expectLink(
    t('auth:register.submit'),
    '/register?next=%2Fsell%3Fcrypto%3Dripple%26amount%3D100%26currency%3DKES',
  );
});

test('a visitor whose link leads to a deleted article is led to the others', async () => {
  const refusal = new Refused('not_found', 'article_not_found');
  await renderScreen(`/blog/${unknown}`, { 'GET /api/blog-posts/:id': refusal });
  await expectText(t('blog:gone.heading'));
  await expectLink(t('blog:all'), '/blog');
});

test('a visitor who checks a receipt that is not ours reads that we did not issue it', async () => {
  await renderScreen('/receipt/unknown', { 'GET /api/receipts/:code': new Refused('not_found', 'receipt_not_found') });
  await expectText(t('orders:receipt.unknown'));
});

test.each([
  ['/terms-of-service', t('auth:legal.terms'), 8],
  ['/privacy-policy', t('landing.legal:privacy.title'), 6],
])('a visitor reads %s in numbered sections and finds the way home', async (path, title, sections) => {
  await renderScreen(path);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  await expectText(t('landing.legal:effective'));
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('heading', { level: 2, name: /^\d\. / })).toHaveLength(sections);
  expect(main.getByRole('link', { name: 'support@landfall.test' })).toBeTruthy();
  await expectLink(t('landing.legal:backHome'), '/');
});

test('a visitor finds how to reach the team and how soon they answer', async () => {
  await renderScreen('/contact');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('landing.legal:contact.title'));
  await expectText(t('landing.legal:contact.emailReply', { time: '2-4 hours' }));
});
