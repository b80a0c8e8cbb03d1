import { test } from 'vitest';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

test('anybody who checks a receipt that is none of ours is told so', async () => {
  await renderScreen('/receipt/unknown', { 'GET /api/receipts/:code': new Refused('not_found', 'receipt_not_found') });
  await expectText(t('orders:receipt.unknown'));
});
