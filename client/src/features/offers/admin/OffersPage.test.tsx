import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { adminOfferView, estimateOffer, type AdminOfferView } from '#shared/offers/offers.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const madeOffer: AdminOfferView = {
  ...blankOf(adminOfferView),
  coinId: 'bitcoin',
  coin: { id: 'bitcoin', name: 'Bitcoin', symbol: 'BTC', network: 'Bitcoin' },
  amount: 0.5,
  payoutCurrency: 'NGN',
  link: 'https://landfall.test/o/ABCDEFGHJKMN',
  text: 'The words for the customer',
  textLanguage: 'en',
  expiresAt: '2099-01-01T00:00:00.000Z',
};
const answers = {
  'GET /api/admin/offers': [madeOffer],
  'GET /api/admin/offers/:id': madeOffer,
  'POST /api/admin/offers/estimate': { ...blankOf(estimateOffer.response), maxSpreadPercent: 1, asksAbove: false },
};
const route = 'POST /api/admin/offers';

const openForm = async () => {
  const server = await renderAdmin('/admin/offers?new=1&amount=0.5&coin=bitcoin&currency=NGN', answers);
  return { server, dialog: await dialogOf(t('offers.admin:form.title')) };
};

test('an owner who promises a rate far above the market reads that it is too much', async () => {
  const { server, dialog } = await openForm();
  const because = reasonWith('offer_spread_over_limit', { max: 1 });
  server.answer({ [route]: new Refused('spread_over_limit', because) });
  const percent = dialog.getByLabelText(new RegExp(`^${t('offers.admin:form.percent')}`));
  fireEvent.change(percent, { target: { value: '3' } });
  fireEvent.change(dialog.getByLabelText(t('offers.admin:form.side')), { target: { value: 'better' } });
  fireEvent.click(dialog.getByRole('button', { name: t('offers.admin:form.submitPlain') }));
  await waitFor(() =>
    expect(server.sent(route)).toMatchObject([{ body: { amount: '0.5', payoutCurrency: 'NGN', spreadPercent: -3 } }]),
  );
  await expectText(t('errors:offer_spread_over_limit', { max: 1 }));
});

test('an owner reads that a rate above the market is refused, or waits for a second member', async () => {
  const { server, dialog } = await openForm();
  await dialog.findByText(t('offers.admin:form.limitRefused', { percent: '1%' }));
  server.answer({
    'POST /api/admin/offers/estimate': { ...answers['POST /api/admin/offers/estimate'], asksAbove: true },
  });
  fireEvent.change(dialog.getByLabelText(t('offers.admin:form.amount')), { target: { value: '0.6' } });
  expect(await dialog.findByText(t('offers.admin:form.limit', { percent: '1%' }))).toBeTruthy();
  expect(dialog.queryByText(t('offers.admin:form.limitRefused', { percent: '1%' }))).toBeNull();
});

test('an owner who typed no amount reads that it is missing, and nothing is sent', async () => {
  const { server, dialog } = await openForm();
  fireEvent.change(dialog.getByLabelText(t('offers.admin:form.amount')), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: t('offers.admin:form.submitPlain') }));
  await waitFor(() =>
    expect(dialog.getByLabelText(t('offers.admin:form.amount')).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(server.sent(route)).toEqual([]);
});

test('a member who may make no offers sees no button for one and no link', async () => {
  const hiddenOffer = { ...madeOffer, link: null, text: null, code: null };
  await renderAdmin(
    `/admin/offers?offer=${madeOffer.id}&new=1`,
    { ...answers, 'GET /api/admin/offers': [hiddenOffer], 'GET /api/admin/offers/:id': hiddenOffer },
    anAdmin('auditor'),
  );
  await screen.findAllByText(t('offers.admin:anybody'));
  expect(screen.queryByRole('button', { name: new RegExp(t('offers.admin:new')) })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body.textContent).not.toContain('/o/');
});

test('an owner copies the message and the link of an open offer, and withdraws it', async () => {
  const copiedTexts: string[] = [];
  const clipboard = { writeText: (text: string) => Promise.resolve(void copiedTexts.push(text)) };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  const server = await renderAdmin(`/admin/offers?offer=${madeOffer.id}`, answers, anAdmin('owner'));
  const pane = within(await screen.findByRole('complementary', { name: t('offers.admin:pane.label') }));
  fireEvent.click(await pane.findByRole('button', { name: new RegExp(`^${t('offers.admin:pane.copyMessage')}`) }));
  fireEvent.click(pane.getByRole('button', { name: new RegExp(`^${t('offers.admin:pane.copyLink')}`) }));
  expect(copiedTexts).toEqual([madeOffer.text, madeOffer.link]);
  fireEvent.click(pane.getByRole('button', { name: t('offers.admin:withdraw.label') }));
  const withdrawn = { ...madeOffer, state: 'withdrawn' as const };
  server.answer({ 'DELETE /api/admin/offers/:id': withdrawn, 'GET /api/admin/offers/:id': withdrawn });
  const dialog = await dialogOf(t('offers.admin:withdraw.label'));
  dialog.getByRole('button', { name: t('offers.admin:withdraw.yes') }).click();
  await waitFor(() => expect(pane.queryByText(t('offers.admin:pane.message'))).toBeNull());
  expect(server.sent('DELETE /api/admin/offers/:id')).toHaveLength(1);
  expect(server.sent('GET /api/admin/offers')[0]?.query).toMatchObject({ sort: 'open' });
});

test('an owner opens the order of an offer at the counter', async () => {
  await renderAdmin(`/admin/offers?offer=${madeOffer.id}`, answers, anAdmin('owner'));
  await press(t('offers.admin:counter.open'));
  const dialog = await dialogOf(/^Counter sale: 0\.5/);
  expect(dialog.getByRole('link', { name: t('offers.admin:counter.newCustomer') })).toBeTruthy();
});

test('an owner reads no date of an offer that was withdrawn, and which order came of one', async () => {
  const withdrawn = { ...madeOffer, id: crypto.randomUUID(), state: 'withdrawn' as const };
  const ordered = {
    ...withdrawn,
    id: crypto.randomUUID(),
    state: 'ordered' as const,
    orderReference: 'LF-7K3M-Q2',
    orderId: crypto.randomUUID(),
  };
  await renderAdmin('/admin/offers', { ...answers, 'GET /api/admin/offers': [withdrawn, ordered] });
  await expectText('–');
  const orderLink = await screen.findByRole('link', {
    name: t('offers.admin:pane.order', { reference: 'LF-7K3M-Q2' }),
  });
  expect(orderLink.getAttribute('href')).toContain(`tx=${ordered.orderId}`);
  expect(screen.queryByText(/2099/)).toBeNull();
});

test('an owner sees that all offers are listed, and when one expired', async () => {
  const expired = { ...madeOffer, state: 'expired' as const, expiresAt: '2026-01-05T10:00:00.000Z' };
  const server = await renderAdmin('/admin/offers', { ...answers, 'GET /api/admin/offers': [expired] });
  await screen.findByRole('button', { name: t('offers.admin:state.all'), pressed: true });
  await expectText(new RegExp(`^${t('offers.admin:expiredAt', { time: '5 Jan 2026' })}`));
  await press(t('offers.admin:state.withdrawn'));
  await waitFor(() => expect(server.sent('GET /api/admin/offers').at(-1)?.query).toMatchObject({ state: 'withdrawn' }));
  await press(t('offers.admin:state.all'));
  await screen.findByRole('button', { name: t('offers.admin:state.all'), pressed: true });
});

test('a member sees which offer is open beside the list, and that its time is short', async () => {
  const soon = { ...madeOffer, state: 'open' as const, expiresAt: new Date(Date.now() + 90 * 60_000).toISOString() };
  const offers = { ...answers, 'GET /api/admin/offers': [soon], 'GET /api/admin/offers/:id': soon };
  await renderAdmin(`/admin/offers?offer=${soon.id}`, offers);
  const row = await screen.findByRole('link', { name: new RegExp(`BTC ${t('offers.admin:anybody')}`), current: true });
  expect(row.getAttribute('href')).toContain(soon.id);
  expect(screen.getByText(t('offers.admin:left', { time: '1 hr' })).className).toContain('text-pending');
});

test('an owner reads below a heading which offers have ended, and none above those that stand', async () => {
  const offers = (['open', 'taken', 'ordered', 'expired'] as const).map((state) => {
    return { ...madeOffer, id: crypto.randomUUID(), state };
  });
  await renderAdmin('/admin/offers', { ...answers, 'GET /api/admin/offers': offers });
  const heading = await screen.findByRole('rowheader', { name: t('offers.admin:ended') });
  const rows = screen.getAllByRole('row');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(rows.indexOf(heading.closest('tr') as HTMLTableRowElement)).toBe(3);
});

test('an owner without an offer reads that there is none, and what one is for', async () => {
  await renderAdmin('/admin/offers', { ...answers, 'GET /api/admin/offers': [] });
  await expectText(t('offers.admin:list.noneTitle'));
  await expectText(t('offers.admin:list.noneText'));
});
