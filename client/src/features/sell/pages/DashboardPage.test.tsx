import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSessionUser } from '#tests/components/answers.ts';
import { expectText, press, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a customer finds a coin by its name or symbol, is told when there is none, and begins to sell from its card', async () => {
  await renderScreen('/dashboard', {}, { as: aSessionUser() });
  const search = await screen.findByRole('searchbox', { name: t('sell.dashboard:search') });
  const cards = (count: number) => waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(count));
  await cards(9);
  await expectText(/Updated every 60 seconds/);
  fireEvent.change(search, { target: { value: 'bitC' } });
  await cards(2);
  fireEvent.change(search, { target: { value: 'usdt' } });
  await cards(2);
  fireEvent.change(search, { target: { value: 'dogecoin' } });
  await expectText(t('sell.dashboard:none.title'));
  await expectText(t('sell.dashboard:none.text'));
  await press(t('sell.dashboard:none.clear'));
  await cards(9);
  const sell = screen.getByRole('link', { name: 'Sell XRP' });
  expect(sell.getAttribute('href')).toBe('/sell?crypto=ripple');
});
