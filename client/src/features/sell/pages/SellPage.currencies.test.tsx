import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { anEstimate, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { fill, pick, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused, type Answers, type FakeServer } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const create = 'POST /api/sell-quotes';
const answers: Answers = {
  'POST /api/calculate-sell-amount': ({ body }) => {
    const { targetCurrency: currency } = body as { targetCurrency: string };
    return anEstimate({ grossAmount: 50, marginAmount: 2.5, netAmount: 47.5, valueUsd: 50, currency });
  },
  // This test checks only the sent text.
  [create]: new Refused('conflict', 'quote_used'),
};
const inNaira = '/sell?crypto=ripple&amount=100&currency=NGN&step=3';
const code = new RegExp(t('sell:payment.code.NGN').replaceAll(/[()]/g, '.'));

async function changeTo(currency: string): Promise<void> {
  await press(t('sell:back'));
  await pick(t('sell:amount.payoutCurrency'), currency, new RegExp(`^${currency} ·`));
  await press(t('sell:amount.next', { amount: '100\u00a0XRP' }));
  await screen.findByRole('heading', { name: t('sell:payment.heading', { currency }) });
}

async function sentIn(server: FakeServer): Promise<unknown> {
  await press(t('sell:payment.next'));
  await waitFor(() => expect(server.sent(create)).toHaveLength(1));
  return server.sent(create)[0]?.body;
}

test('a customer who changes the currency does not send the code of the previous bank', async () => {
  const server = await renderScreen(inNaira, answers, { as: customer });
  await fill(t('sell:payment.bankName'), 'Lagos Building Society');
  await fill(code, '50515');
  await changeTo('EUR');
  expect(screen.queryByLabelText(code)).toBeNull();
  await fill(t('sell:payment.bankName'), 'Commerzbank');
  await fill(t('sell:payment.number.EUR'), 'DE89370400440532013000');
  const body = await sentIn(server);
  expect(body).toHaveProperty('paymentDetails.bankName', 'Commerzbank');
  expect(body).not.toHaveProperty('paymentDetails.bankCode');
});

test('a customer who returns to the currency of a saved account sends the code of its bank', async () => {
  const bank = { bankName: 'Lagos Building Society', bankCode: '50515', accountNumber: '0152792740' };
  const savedAccount = { ...blankOf(savePayoutAccount.response), ...bank, currency: 'NGN', accountName: 'Ada Okafor' };
  const server = await renderScreen(
    inNaira,
    { ...answers, 'GET /api/payout-accounts': [savedAccount] },
    { as: customer },
  );
  fireEvent.click(await screen.findByRole('radio', { name: t('sell:payment.another') }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Lagos/ }));
  for (const currency of ['EUR', 'NGN']) await changeTo(currency);
  expect(await screen.findByRole('radio', { name: /^Lagos/ })).toHaveProperty('checked', true);
  expect(await sentIn(server)).toMatchObject({ paymentDetails: bank });
});
