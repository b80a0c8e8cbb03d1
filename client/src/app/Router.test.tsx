import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a visitor on a page that does not exist is told so and finds the way home', async () => {
  await renderScreen('/no-such-page');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('common:notFound.title'));
  await expectText(t('common:notFound.text', { path: '/no-such-page' }));
  const home = within(screen.getByRole('main')).getByRole('link', { name: t('common:notFound.home') });
  expect(home.getAttribute('href')).toBe('/');
});
