import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { expectText, field, fill, press, renderScreen, selectedIn } from '#tests/components/screen.tsx';
import { Refused, type Sent } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const right = '305917';
const order = anOrder({ stage: 'details_needed' });
const isRight = ({ body }: Sent) => (body as { code: string }).code === right;

test('a customer whose code for another account was wrong types the right one in its place', async () => {
  const wrong = new Refused('invalid_code', 'one_time_code_wrong');
  const server = await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': order,
      'GET /api/payout-accounts': [],
      'PUT /api/transactions/:id/payout-details': (sent) => (isRight(sent) ? order : wrong),
    },
    { as: aSessionUser() },
  );
  await fill(t('sell:payment.bankName'), 'Bank of Lagos');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await fill(t('sell:payment.accountName'), 'Ada Obi');
  await fill(t('payouts.details:code'), '000000');
  await press(t('payouts.details:submit'));
  await expectText(t('errors:one_time_code_wrong'));
  await waitFor(async () => expect(selectedIn(await field(t('payouts.details:code')))).toBe('000000'));
  // An Arabic keyboard types these digits.
  await fill(t('payouts.details:code'), '٣٠٥٩١٧');
  await press(t('payouts.details:submit'));
  await waitFor(() => expect(server.sent('PUT /api/transactions/:id/payout-details')).toHaveLength(2));
  expect(server.sent('PUT /api/transactions/:id/payout-details').at(-1)).toMatchObject({ body: { code: right } });
});
