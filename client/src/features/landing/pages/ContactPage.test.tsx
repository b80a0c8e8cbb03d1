import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

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
  expect(main.getByRole('link', { name: t('landing.legal:backHome') }).getAttribute('href')).toBe('/');
});

test('a visitor finds how to reach the team and how soon they answer', async () => {
  await renderScreen('/contact');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('landing.legal:contact.title'));
  await expectText(t('landing.legal:contact.emailReply', { time: '2-4 hours' }));
});
