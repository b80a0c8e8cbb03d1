import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSessionUser } from '#tests/components/answers.ts';
import { renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a customer who opens /api/logout, which leads to /sign-out, is signed out and stands on the landing page', async () => {
  const server = await renderScreen(
    '/sign-out',
    {
      'POST /api/logout': { message: t('auth:signOut.title') },
      'POST /api/calculate-sell-amount': {
        cryptoAmount: 0.05,
        grossAmount: 2_000,
        marginAmount: 100,
        netAmount: 1_900,
        buyingRate: 40_000,
        currency: 'USD',
        feePercent: 5,
        valueUsd: 2_000,
        rateUpdatedAt: new Date().toISOString(),
        source: 'live',
      },
    },
    { as: aSessionUser() },
  );
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(server.sent('POST /api/logout')).toHaveLength(1);
});
