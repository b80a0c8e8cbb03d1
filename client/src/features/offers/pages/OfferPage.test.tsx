import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offerView } from '#shared/offers/offers.contract.ts';
import { getSellQuote } from '#shared/sell/sell.contract.ts';
import { aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const path = '/o/abc';
const blankOffer = blankOf(offerView);
const offer = {
  ...blankOffer,
  coin: { ...blankOffer.coin, symbol: 'USDT' },
  currency: 'NGN',
  expiresAt: '2030-01-01T00:00:00.000Z',
};

test('a customer who opens an offer again reads that they have taken it', async () => {
  const answers = { 'GET /api/offers/:code': { ...offer, state: 'taken' } } as const;
  await renderScreen(path, answers, { as: aSessionUser() });
  await expectText(t('offers:slip.taken'));
  await expectText(t('offers:slip.noteTaken'));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', t('offers:slip.taken'));
  expect(screen.queryByText(t('offers:slip.until'))).toBeNull();
});

test('a customer who took an offer reads how long its rate holds and when money arrives', async () => {
  const quote = {
    ...blankOf(getSellQuote.response),
    cryptoId: offer.coin.id,
    amount: offer.amount,
    netAmount: offer.net,
  };
  const [serverTime, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 600_000).toISOString()];
  await renderScreen(
    path,
    {
      'GET /api/offers/:code': { ...offer, state: 'taken' },
      'GET /api/sell-quotes': [{ ...quote, serverTime, expiresAt }],
    },
    { as: aSessionUser() },
  );
  await expectText(t('offers:slip.locked'));
  await expectText(/^by .+/);
});

test('a visitor with an offer reads what to do first', async () => {
  await renderScreen(path, { 'GET /api/offers/:code': offer });
  await expectText(t('offers:slip.noteVisitor'));
  await expectText(t('offers:slip.until'));
});
