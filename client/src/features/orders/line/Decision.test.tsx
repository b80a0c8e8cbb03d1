import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import { refundView } from '#shared/orders/orders.refund.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const usd = (amount: number) => formatMoneyText(amount, 'USD');
const ltc = (amount: number) => formatCrypto(amount, 'LTC');
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const terms = { rate: 100, feePercent: 5, fee: 6.25, netAmount: 118.75, currency: 'USD' };
const offer = { offerId: 'of-1', ...terms, promisedNet: 190, validUntil: inAnHour };
const address = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
const coin = {
  cryptoId: 'litecoin',
  cryptoName: 'Litecoin',
  cryptoSymbol: 'LTC',
  payoutCurrency: 'USD',
  payoutAmount: 190,
};
const ofShort = {
  agreed: 2,
  received: 1.25,
  missing: 0.75,
  inTimeUntil: inAnHour,
  address,
  memo: null,
  xAddress: null,
};
const choices = {
  short: { ...ofShort, choices: ['top_up', 'take', 'refund'] },
  late: { ...ofShort, received: 2, missing: 0, choices: ['accept_rate', 'refund'] },
} as const;

/** Opens the order of a sale with a choice, as its customer sees it. */
async function openChoice(kind: keyof typeof choices, answer: object = {}, change: object = {}) {
  const order = anOrder({ ...coin, stage: 'short', status: 'pending' });
  const { choices: open, ...sums } = choices[kind];
  const shownDeposit = { isOwn: true, isRead: true, orderId: order.id, offer, state: 'choice' as const };
  const deposit = { ...blankOf(followedDeposit), ...shownDeposit, ...sums, choices: [...open], ...change };
  const server = await renderScreen(
    `/transactions?tx=${order.id}`,
    {
      'GET /api/transactions/:id': order,
      'GET /api/transactions/:id/deposit': deposit,
      'POST /api/transactions/:id/choice': deposit,
      ...answer,
    },
    { as: customer },
  );
  await expectText(t(kind === 'late' ? 'orders.line:chip.choice' : 'orders.line:detail.untilYouChoose'));
  const choose = async (row: string, button: string) => {
    (await screen.findByRole('radio', { name: (label) => label.startsWith(row) })).click();
    await press(button);
  };
  const sentChoices = () => server.sent('POST /api/transactions/:id/choice');
  return { server, choose, sent: sentChoices, deposit };
}

test('a customer who sends the missing coins sees where, how much and until when', async () => {
  const { sent } = await openChoice('short');
  await press(t('settlements:top_up', { amount: ltc(0.75) }));
  await screen.findByRole('heading', { name: t('settlements:top_up', { amount: ltc(0.75) }) });
  expect(sent()).toMatchObject([{ body: { choice: 'top_up' } }]);
  expect(screen.getByRole('img', { name: t('sell:deposit.qr', { name: 'Litecoin' }) })).toBeTruthy();
  await expectText(t('orders.line:detail.sameAddress'));
  await expectText(/^Send it by .* to keep your rate$/);
  expect(document.body.textContent).toContain(address);
  await press(t('settlements:chooseAgain'));
  await expectText(t('orders.line:detail.untilYouChoose'));
});

test('a customer who accepts the arrived amount agrees to the sum on the button', async () => {
  const { choose, sent } = await openChoice('short');
  await choose(t('settlements:takeRow', { amount: ltc(1.25) }), t('settlements:take', { amount: usd(118.75) }));
  await expect.poll(sent).toMatchObject([{ body: { choice: 'take', offerId: 'of-1' } }]);
});

test('a customer whose coins arrived late accepts the rate of today', async () => {
  const { sent } = await openChoice('late');
  await press(t('settlements:accept_rate', { amount: usd(118.75) }));
  await expect.poll(sent).toMatchObject([{ body: { choice: 'accept_rate', offerId: 'of-1' } }]);
});

test('a customer confirms once more before coins are sent back', async () => {
  const { choose, sent } = await openChoice('short');
  await choose(t('settlements:refundRow'), t('settlements:refund', { amount: ltc(1.25) }));
  const dialog = await dialogOf(t('settlements:sendBack.title', { amount: ltc(1.25) }));
  expect(sent()).toEqual([]);
  dialog.getByRole('button', { name: t('settlements:sendBack.keep') }).click();
  await press(t('settlements:refund', { amount: ltc(1.25) }));
  await press(t('settlements:sendBack.confirm', { amount: ltc(1.25) }));
  await expect.poll(sent).toMatchObject([{ body: { choice: 'refund' } }]);
});

test.each([
  ['desk', 'refunds:weBearFee'],
  ['customer', 'refunds:youBearFee'],
] as const)(
  'a customer reads before choosing to have coins back that the fee is borne by: %s',
  async (feeBy, words) => {
    const { choose } = await openChoice('short', {}, { feeBy });
    await expectText(`${t('settlements:refundText')} ${t(words, { percent: maxRefundFeePercent })}`);
    await choose(t('settlements:refundRow'), t('settlements:refund', { amount: ltc(1.25) }));
    const dialog = await dialogOf(t('settlements:sendBack.title', { amount: ltc(1.25) }));
    expect(dialog.getByText((text) => text.endsWith(t(words, { percent: maxRefundFeePercent })))).toBeTruthy();
  },
);

test('a customer who bears the network fee reads that less than the sum is returned', async () => {
  const refund = { ...blankOf(refundView), cryptoId: 'litecoin', amount: 1.25, address, feeBy: 'customer' as const };
  const order = anOrder({ ...coin, stage: 'refund_due', status: 'failed' });
  const deposit = { ...blankOf(followedDeposit), ...ofShort, received: 2, isOwn: true, isRead: true, refund };
  await renderScreen(
    `/transactions?tx=${order.id}`,
    { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': deposit },
    { as: customer },
  );
  await expectText(t('orders.line:sum.getBackLess'));
  await expectText(/^Of the 2.LTC that arrived$/);
});

test('a customer reads beside the button why a choice was refused, and sends it again', async () => {
  const offerRefusal = new Refused('rate_changed', 'deposit_offer_changed');
  const { choose, server, sent, deposit } = await openChoice('short', {
    'POST /api/transactions/:id/choice': offerRefusal,
  });
  await choose(t('settlements:takeRow', { amount: ltc(1.25) }), t('settlements:take', { amount: usd(118.75) }));
  await expectText(t('errors:deposit_offer_changed'));
  const newOffer = { ...offer, offerId: 'of-2', netAmount: 100 };
  server.answer({
    'GET /api/transactions/:id/deposit': { ...deposit, offer: newOffer },
    'POST /api/transactions/:id/choice': deposit,
  });
  await expectText(t('settlements:failed'));
  expect(sent()).toHaveLength(1);
});

test('a customer whose refund is due names where the coins go', async () => {
  const refund = { ...blankOf(refundView), cryptoId: 'litecoin', amount: 1.25, state: 'due' as const, address: null };
  const { deposit, server, choose } = await openChoice('short');
  server.answer({ 'GET /api/transactions/:id/deposit': { ...deposit, choices: [], refund } });
  await choose(t('settlements:refundRow'), t('settlements:refund', { amount: ltc(1.25) }));
  await press(t('settlements:sendBack.confirm', { amount: ltc(1.25) }));
  expect(await screen.findByRole('textbox', { name: t('refunds:address', { coin: 'Litecoin' }) })).toBeTruthy();
});
