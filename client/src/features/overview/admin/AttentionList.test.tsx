import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { overviewView } from '#shared/overview/overview.contract.ts';
import { statementLineView, type StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aLine = (changes: Partial<StatementLineView>): StatementLineView => ({
  ...blankOf(statementLineView),
  id: crypto.randomUUID(),
  currency: 'NGN',
  ...changes,
});

const noGuide = { steps: [], samples: { addresses: 0, accounts: 0 } };

const anOverview = (stoppedParts: { what: 'restored'; since: string }[], changes: object = {}) => {
  const { cards, needs, ...blankOverview } = blankOf(overviewView);
  const volume = { ...cards.volume, totalUsd: '0.00', spanUsd: '0.00', spanBeforeUsd: '0.00' };
  return {
    ...blankOverview,
    days: 30 as const,
    cards: { ...cards, volume },
    needs: { ...needs, stopped: stoppedParts, ...changes },
  };
};

test.each(['owner', 'support'] as const)(
  'a member with the role %s reads that this is a restored copy',
  async (role) => {
    const since = new Date(Date.now() - 120_000).toISOString();
    const answers = {
      'GET /api/admin/overview': anOverview([{ what: 'restored', since }]),
      'GET /api/admin/setup': noGuide,
    };
    await renderAdmin('/admin/dashboard', answers, anAdmin(role));
    await expectText(t('overview:needs.stopped.restored'));
    expect(screen.queryByRole('link', { name: new RegExp(t('overview:needs.stopped.restored')) })).toBeNull();
  },
);

test('a member of an installation that is not a copy reads nothing about copies', async () => {
  const answers = { 'GET /api/admin/overview': anOverview([]), 'GET /api/admin/setup': noGuide };
  await renderAdmin('/admin/dashboard', answers);
  await expectText(t('overview:needs.nothing'));
  expect(screen.queryByText(t('overview:needs.stopped.restored'))).toBeNull();
});

test('a member reads which price source does not answer, and is led to its test', async () => {
  const priceSources = [{ source: 'kraken', since: new Date(Date.now() - 660_000).toISOString() }];
  const answers = {
    'GET /api/admin/overview': anOverview([], { priceSources }),
    'GET /api/admin/setup': noGuide,
  };
  await renderAdmin('/admin/dashboard', answers);
  const text = t('overview:needs.priceSources', { source: 'kraken' });
  await expectText(text);
  await expectLink(new RegExp(text), '/admin/prices');
});

test('an owner is led to the refused exchange that has waited longest for its money', async () => {
  const oldestOrder = { id: crypto.randomUUID(), reference: 'LF-7K3M-Q2' };
  const amounts = [{ currency: 'EUR', amount: '150.5' }];
  const moneyBack = {
    count: 2,
    oldestAt: new Date(Date.now() - 86_400_000).toISOString(),
    oldest: oldestOrder,
    amounts,
  };
  const answers = { 'GET /api/admin/overview': anOverview([], { moneyBack }), 'GET /api/admin/setup': noGuide };
  await renderAdmin('/admin/dashboard', answers);
  const text = (amounts: string) => t('overview:needs.moneyBack', { count: 2, shown: '2', amounts });
  await expectText(text('€150.50 EUR'));
  const link = `${t('overview:needs.sendBack')}: ${text(formatMoneyText('150.5', 'EUR'))}`;
  await expectLink(link, `/admin/transactions?show=all&tx=${oldestOrder.id}`);
});

test.each([
  ['unmatched', 'bookings', '/admin/statements?state=unmatched'],
  ['proposed', 'proposed', '/admin/statements'],
  ['paidTwice', 'paidTwice', '/admin/statements?state=unmatched'],
] as const)('a payer with %s unsettled bookings is led to the lines of the statement', async (name, text, path) => {
  const { payouts } = blankOf(overviewView).needs;
  const waitingItems = { count: 2, oldestAt: new Date(Date.now() - 86_400_000).toISOString() };
  const answers = {
    'GET /api/admin/overview': anOverview([], { payouts: { ...payouts, [name]: waitingItems } }),
    'GET /api/admin/setup': noGuide,
    'GET /api/admin/statement-lines': ['1000.00', '250.50'].map((amount) => aLine({ amount })),
  };
  await renderAdmin('/admin/dashboard', answers);
  const title = t(`overview:needs.${text}`, { count: 2, shown: '2' });
  await expectText(title);
  await expectLink(new RegExp(title), path);
  if (name !== 'paidTwice') await expectText(/^₦1,250\.50.NGN$/);
});

test('a member finds open work grouped by kind, below the alarms', async () => {
  const waitingItems = { count: 2, oldestAt: new Date(Date.now() - 86_400_000).toISOString() };
  const changes = { kyc: waitingItems, orders: { ...waitingItems, oldest: null } };
  const priceSources = [{ source: 'kraken', since: null }];
  await renderAdmin('/admin/dashboard', {
    'GET /api/admin/overview': anOverview([], { ...changes, priceSources }),
    'GET /api/admin/setup': noGuide,
  });
  const region = within(await screen.findByRole('region', { name: t('overview:needs.title') }));
  const titles = region.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([t('overview:needs.group.orders'), t('overview:needs.group.customers')]);
  const isFilled = region.getAllByRole('link').map(({ classList }) => classList.contains('text-on-tide'));
  expect(isFilled).toEqual([true, false, false]);
});

test('a reviewer reads how many due payouts fit a batch, and which need a check first', async () => {
  const { payouts } = blankOf(overviewView).needs;
  const dueItems = { count: 3, oldestAt: new Date(Date.now() - 3_600_000).toISOString() };
  await renderAdmin('/admin/dashboard', {
    'GET /api/admin/overview': anOverview([], { payouts: { ...payouts, due: dueItems } }),
    'GET /api/admin/setup': noGuide,
    'GET /api/admin/payouts/figures': { currencies: [] },
    'GET /api/admin/payouts/due-parts': [
      { currency: 'NGN', ready: { payouts: 2, amount: '1992.26' }, flagged: { payouts: 1, amount: '45.65' } },
    ],
  });
  const ready = (amounts: string) => t('overview:needs.payoutsDue', { count: 2, shown: '2', amounts });
  await expectText(ready('₦1,992.26 NGN'));
  const link = `${t('overview:needs.batch')}: ${ready(formatMoneyText('1992.26', 'NGN'))}`;
  await expectLink(link, '/admin/payouts?tab=due');
  await expectText(t('payouts.admin:needLook', { count: 1, shown: '1', amounts: '₦45.65 NGN' }));
});

test('a member reads the sum of returned payouts beside their number', async () => {
  const { payouts } = blankOf(overviewView).needs;
  const returnedItems = { count: 1, oldestAt: new Date().toISOString() };
  const noPayouts = { payouts: 0, amount: '0.00' };
  const sums = {
    expected: noPayouts,
    due: noPayouts,
    held: noPayouts,
    batched: noPayouts,
    released: noPayouts,
    sent: noPayouts,
  };
  const moneyBackItems = {
    ...sums,
    returned: { payouts: 1, amount: '93.02' },
    cashNeeded: '93.02',
    inAccounts: null,
    unknownAccounts: 0,
  };
  await renderAdmin('/admin/dashboard', {
    'GET /api/admin/overview': anOverview([], { payouts: { ...payouts, returned: returnedItems } }),
    'GET /api/admin/setup': noGuide,
    'GET /api/admin/payouts/figures': { currencies: [{ ...moneyBackItems, currency: 'EUR' }] },
  });
  await expectText(t('overview:needs.returned', { count: 1, shown: '1', amounts: '€93.02 EUR' }));
});
