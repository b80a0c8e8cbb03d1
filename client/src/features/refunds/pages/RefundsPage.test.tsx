import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refundView } from '#shared/refunds/refunds.contract.ts';
import { aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, press, renderScreen, selectedIn } from '#tests/components/screen.tsx';
import { Refused, type Sent } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const right = '305917';
const refund = {
  ...blankOf(refundView),
  id: crypto.randomUUID(),
  cryptoId: 'bitcoin',
  amount: 0.3,
  state: 'due',
} as const;

/** Mails a code, and takes the right one. */
function nameAddress({ body }: Sent) {
  const { code } = body as { code?: string };
  if (code === undefined) return refund;
  return code === right ? { ...refund, address } : new Refused('invalid_code', 'one_time_code_wrong');
}

test('a customer whose code for a refund was wrong types the right one in its place', async () => {
  const answers = { 'GET /api/refunds': [refund], 'POST /api/refunds/:id/address': nameAddress };
  const server = await renderScreen('/refunds', answers, { as: aSessionUser() });
  await fill(t('refunds:address'), address);
  await press(t('refunds:sendCode'));
  await fill(t('refunds:code'), '000000');
  await press(t('refunds:confirm'));
  await expectText(t('errors:one_time_code_wrong'));
  await waitFor(async () => expect(selectedIn(await field(t('refunds:code')))).toBe('000000'));
  server.answer({ 'GET /api/refunds': [{ ...refund, address }] });
  await fill(t('refunds:code'), right);
  await press(t('refunds:confirm'));
  await expectText(address);
  expect(server.sent('POST /api/refunds/:id/address').at(-1)).toMatchObject({ body: { address, code: right } });
});
