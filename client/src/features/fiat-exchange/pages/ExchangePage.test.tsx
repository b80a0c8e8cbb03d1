import { test } from 'vitest';
import { aSessionUser } from '#tests/components/answers.ts';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

test('a visitor who wants to exchange money is asked to sign in', async () => {
  await renderScreen('/fiat-exchange');
  await expectText(t('fiat-exchange:signedOut.title'));
});

test('a customer who follows the address of an exchange that is not there is told so', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const answers = { 'GET /api/transactions/:id': new Refused('not_found', 'order_not_found') };
  await renderScreen(`/fiat-exchange?order=${id}`, answers, { as: aSessionUser() });
  await expectText(t('fiat-exchange:done.noId'));
});
