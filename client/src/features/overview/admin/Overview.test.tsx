import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overviewView, setupSteps } from '#shared/overview/overview.contract.ts';
import { adminGetSettings, getSettings } from '#shared/settings/settings.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

function anOverview(total: number, pendingCount: number) {
  const { cards, ...blankOverview } = blankOf(overviewView);
  const volume = { ...cards.volume, totalUsd: '0.00', spanUsd: '0.00', spanBeforeUsd: '0.00' };
  return {
    ...blankOverview,
    days: 30 as const,
    cards: {
      ...cards,
      transactions: { ...cards.transactions, total },
      pending: { ...cards.pending, total: pendingCount },
      volume,
    },
  };
}
type Step = (typeof setupSteps)[number];
const guideWith = (open: readonly Step[]) => ({
  steps: setupSteps.map((id) => ({ id, state: open.includes(id) ? ('open' as const) : ('done' as const) })),
  samples: { addresses: 9, accounts: 5 },
});
const answersOf = (total: number, open: readonly Step[], pendingCount = 0) => ({
  'GET /api/admin/overview': anOverview(total, pendingCount),
  'GET /api/admin/setup': guideWith(open),
});
const span = () => screen.queryByRole('group', { name: t('overview:span.label') });

test('an owner of an empty product sees the guide and no empty charts', async () => {
  await renderAdmin('/admin/dashboard', answersOf(0, ['mail']));
  await expectText(t('overview:setup.title'));
  expect(span()).toBeNull();
  expect(screen.queryByText(t('overview:needs.title'))).toBeNull();
});

test('an owner whose only order is an open test still sees the guide first', async () => {
  await renderAdmin('/admin/dashboard', answersOf(1, ['testOrder'], 1));
  await screen.findByRole('img', { name: t('overview:setup.signUp') });
  expect(span()).toBeNull();
  // The code is handed to somebody who sends coins.
  await expectText(t('overview:setup.samplesFirst'));
});

test('an owner opens any step of the guide below its name', async () => {
  const server = await renderAdmin('/admin/dashboard', answersOf(0, ['mail', 'team']));
  const guide = within(await screen.findByRole('region', { name: t('overview:setup.title') }));
  guide.getByText(/ · about 2 min left · 3 min can wait$/);
  const shownSteps = () => guide.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
  expect(shownSteps()).toEqual([expect.stringContaining(t('overview:setup.step.mail'))]);
  fireEvent.click(guide.getByRole('button', { name: new RegExp(`^${t('overview:setup.step.team')}`) }));
  expect(shownSteps()).toEqual([expect.stringContaining(t('overview:setup.step.team'))]);
  await expectLink(t('overview:setup.do.team'), '/admin/team?invite=1');
  const route = 'PUT /api/admin/setup/:step';
  server.answer({ [route]: guideWith(['mail']), 'GET /api/admin/setup': guideWith(['mail']) });
  const skip = guide.getByRole('button', { name: t('overview:setup.skip') });
  skip.focus();
  fireEvent.click(skip);
  await waitFor(() => expect(server.sent(route).map(({ body }) => body)).toEqual([{ state: 'skipped' }]));
  expect(shownSteps()).toEqual([expect.stringContaining(t('overview:setup.step.testOrder'))]);
  // The button that had the focus is gone.
  await waitFor(() => expect(document.activeElement).toBe(guide.getByRole('button', { expanded: true })));
});

test('an owner with decided orders sees them above the remaining steps', async () => {
  await renderAdmin('/admin/dashboard', answersOf(1, ['team']));
  await expectText(t('overview:setup.title'));
  expect(span()).not.toBeNull();
});

test('a reviewer reads a rise from few orders as a multiple, and not as a percentage', async () => {
  const { cards, ...overview } = anOverview(9, 0);
  const transactions = { ...cards.transactions, span: 9, changePercent: 800 };
  const stats = { ...overview, cards: { ...cards, transactions } };
  await renderAdmin('/admin/dashboard', { 'GET /api/admin/overview': stats }, anAdmin('reviewer'));
  await expectText(t('overview:trend.times', { times: '9', days: 30 }));
  expect(screen.queryByText(/800/)).toBeNull();
});

test.each([
  ['reviewer', 'work', { total: '9' }],
  ['support', 'split', { pending: '9', processing: '0' }],
] as const)('a %s reads the same counts of open orders as in the queue', async (role, text, params) => {
  const { needs, cards, ...overview } = anOverview(9, 9);
  const orders = { ...needs.orders, count: 4 };
  const pendingCard = { ...cards.pending, pending: 9 };
  const stats = { ...overview, cards: { ...cards, pending: pendingCard }, needs: { ...needs, orders } };
  await renderAdmin('/admin/dashboard', { 'GET /api/admin/overview': stats }, anAdmin(role));
  const split = t('overview:card.split', { pending: '9', processing: '0' });
  await expectText(text === 'work' ? `${t('overview:card.work', params)}: ${split}` : split);
  const card = screen.getByRole('region', { name: t('overview:card.pending') });
  // The number of those who decide is that of the chip in the queue.
  expect(card.textContent).toContain(
    role === 'reviewer' ? `${t('overview:card.pending')}4` : `${t('overview:card.pending')}9`,
  );
  expect(card.textContent).not.toContain(t('overview:trend.fresh', { days: 30 }));
});

test('a reviewer of an empty product sees the overview, without a guide', async () => {
  await renderAdmin('/admin/dashboard', { 'GET /api/admin/overview': anOverview(0, 0) }, anAdmin('reviewer'));
  await expectText(t('overview:needs.title'));
  expect(span()).not.toBeNull();
});

test('an owner whose sample data is refused reads why, and can try again', async () => {
  const refusal = new Refused('not_permitted', 'not_permitted');
  await renderAdmin('/admin/dashboard', {
    ...answersOf(0, ['addresses']),
    'POST /api/admin/samples/remove': refusal,
  });
  await expectLink(t('overview:setup.do.someAddresses', { count: 9 }), '/admin/wallets');
  await expectLink(t('overview:setup.do.someAccounts', { count: 5 }), '/admin/payment-methods');
  const remove = t('overview:setup.samples.remove', { count: 14 });
  await press(remove);
  await expectText(t('overview:setup.samples.failed'));
  await expectText(t('errors:not_permitted'));
  await press(remove);
});

test.each(['', '?tab=users', '?tab=transactions'])(
  'an administrator signs out in the head of the dashboard%s',
  async (search) => {
    const server = await renderAdmin(`/admin/dashboard${search}`, {
      ...answersOf(0, ['mail']),
      'GET /api/admin/users': [],
    });
    server.answer({ 'POST /api/logout': { message: '' } });
    await press(t('admin:logout'));
    await waitFor(() => expect(location.pathname).toBe('/admin/login'));
  },
);

test('an owner with sample addresses is led to own ones before the test order', async () => {
  await renderAdmin('/admin/dashboard', answersOf(0, ['testOrder']));
  const own = await screen.findByRole('link', { name: t('overview:setup.do.someAddresses', { count: 9 }) });
  expect(own.getAttribute('href')).toBe('/admin/wallets');
  const copy = screen.getByRole('button', { name: t('overview:setup.copySignUp') });
  // The wanted act alone is filled.
  expect(own.className).toContain('bg-tide');
  expect(copy.className).not.toContain('bg-tide ');
});

test('an owner with two pauses reads the reason of each', async () => {
  const since = new Date().toISOString();
  const active = [
    { what: 'coin' as const, subject: 'litecoin', reason: 'The node is upgraded', since },
    { what: 'exchanges' as const, subject: '', reason: 'The rates are late', since },
  ];
  await renderAdmin('/admin/dashboard', {
    ...answersOf(9, []),
    'GET /api/settings': { ...blankOf(getSettings.response), pauses: { active } },
    'GET /api/admin/pauses': { active },
  });
  await expectText('Litecoin: The node is upgraded');
  await expectText(`${t('admin:pausedExchanges')}: The rates are late`);
});

test('an owner reads in the guide which steps come before the first sale, and how many are finished', async () => {
  await renderAdmin('/admin/settings?tab=setup', {
    ...answersOf(0, ['secondFactor']),
    'GET /api/admin/settings': blankOf(adminGetSettings.response),
  });
  await expectText(t('overview:setup.ruleAll'));
  await expectText(t('overview:setup.finished', { shown: String(setupSteps.length - 1) }));
  await expectLink(t('overview:setup.step.secondFactor'), '/admin/account');
});

test('an owner who jumps between headings meets the guide at its level', async () => {
  const settings = { 'GET /api/admin/settings': blankOf(adminGetSettings.response) };
  await renderAdmin('/admin/settings?tab=setup', { ...answersOf(0, ['team']), ...settings });
  const progress = t('overview:setup.progress', { done: setupSteps.length - 1, total: setupSteps.length });
  expect((await screen.findByRole('heading', { name: new RegExp(`^${progress}`) })).tagName).toBe('H2');
  cleanup();
  await renderAdmin('/admin/dashboard', answersOf(0, ['team']));
  expect((await screen.findByRole('heading', { name: t('overview:setup.title') })).tagName).toBe('H3');
});

test('an owner reads about steps that can wait only while one is open', async () => {
  await renderAdmin('/admin/settings?tab=setup', {
    ...answersOf(0, ['secondFactor', 'chains']),
    'GET /api/admin/settings': blankOf(adminGetSettings.response),
  });
  await expectText(t('overview:setup.rule'));
  expect(screen.queryByText(t('overview:setup.ruleAll'))).toBeNull();
});
