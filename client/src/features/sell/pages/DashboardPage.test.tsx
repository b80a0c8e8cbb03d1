import { expect, test } from 'vitest';
import { settlementView } from '#shared/orders/orders.settlement.ts';
import { anOrder, aSessionUser, assets } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const agreed = '395,126.18';

/** The dashboard of a customer with this one open sale. */
const openDashboard = (order: ReturnType<typeof anOrder>) =>
  renderScreen(
    '/dashboard',
    { 'GET /api/transactions': [order], 'GET /api/sell-quotes': [], 'GET /api/crypto-assets': assets },
    { as: aSessionUser() },
  );

test('a customer who took what arrived reads the sum that will be paid on the dashboard', async () => {
  const settlement = {
    ...blankOf(settlementView),
    outcome: 'short' as const,
    received: 1.2,
    paidFor: 1.2,
    gross: 249_553.37,
    fee: 12_477.67,
    net: 237_075.7,
  };
  await openDashboard(
    anOrder({ status: 'pending', stage: 'confirmed', payoutCurrency: 'NGN', payoutAmount: 395_126.18, settlement }),
  );
  await expectText(/237,075\.70/);
  expect(document.body.textContent).not.toContain(agreed);
});

test('a customer who still has to choose is promised no sum on the dashboard', async () => {
  await openDashboard(anOrder({ status: 'pending', stage: 'short', payoutCurrency: 'NGN', payoutAmount: 395_126.18 }));
  await expectText(t('common:status.short'));
  expect(document.body.textContent).not.toContain(agreed);
});
