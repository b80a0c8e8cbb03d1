import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { expectText, field, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';
import type { SettingsChange } from './settings.admin.queries.ts';
import type { SectionId } from './settings.sections.ts';

const settings = {
  ...settingsDefaults,
  // With a rule on, the section of dual approval is shown to a team of one as well.
  fourEyes: { ...settingsDefaults.fourEyes, eraseUser: true },
  version: '1',
  sampleRates: false,
  walletCooloffHours: 0,
  productVersion: '1.0.0',
};

const tick = async (label: string) => fireEvent.click(await screen.findByRole('checkbox', { name: label }));

interface Save {
  id: SectionId;
  save: string;
  enter: () => Promise<void>;
  change: SettingsChange;
}
const { tiers } = settingsDefaults.fees;
const { transactions } = settingsDefaults.explorers;
const { finality } = settingsDefaults.deposits;
const explorer = 'https://ledger.test/tx/{hash}';
const [tier] = finality.xrpl;

const saves: Save[] = [
  {
    id: 'fees',
    save: t('settings.admin:fees.save'),
    enter: () => fill(t('settings.admin:fees.percentOf', { tier: 1 }), '4.25'),
    change: { fees: { tiers: tiers.map((entry, index) => (index === 0 ? { ...entry, percent: 4.25 } : entry)) } },
  },
  {
    id: 'rules',
    save: t('settings.admin:rules.save'),
    enter: async () => {
      await fill(new RegExp(`^${t('settings.admin:field.retentionYears')}`), '7');
      await tick(t('settings.admin:field.newOrderMail'));
    },
    change: { limits: { retentionYears: 7 }, rules: { newOrderMail: !settingsDefaults.rules.newOrderMail } },
  },
  {
    id: 'deposits',
    save: t('settings.admin:deposits.save'),
    enter: async () => {
      await fill(t('settings.admin:deposits.confirmationsOf', { chain: 'XRP Ledger', tier: 1 }), '12');
      await fill(t('settings.admin:field.refundFee'), 'customer');
    },
    change: {
      deposits: {
        finality: { ...finality, xrpl: [{ overUsd: 0, ...tier, confirmations: 12 }] },
        refundFee: 'customer',
      },
    },
  },
  {
    id: 'explorers',
    save: t('settings.admin:explorers.save'),
    enter: () => fill(t('settings.admin:explorers.transactionOf', { chain: 'XRP Ledger' }), explorer),
    change: { explorers: { transactions: { ...transactions, xrpl: explorer } } },
  },
  {
    id: 'payouts',
    save: t('settings.admin:payouts.save'),
    enter: async () => {
      await fill(t('settings.admin:field.payeeChecks'), 'block');
      await fill(new RegExp(`^${t('settings.admin:payouts.fee.max')}`), '75');
    },
    change: {
      payouts: { payeeChecks: 'block', feeTolerance: { ...settingsDefaults.payouts.feeTolerance, max: 75 } },
    },
  },
  {
    id: 'fourEyes',
    save: t('settings.admin:fourEyes.save'),
    enter: async () => {
      await fill(new RegExp(`^${t('settings.admin:field.payoutOverUsd')}`), '2500');
      await tick(t('settings.admin:field.booksClose'));
    },
    change: { fourEyes: { payoutOverUsd: 2500, booksClose: true } },
  },
  {
    id: 'brand',
    save: t('settings.admin:brand.save'),
    enter: () => fill(new RegExp(`^${t('settings.admin:field.telegram')}`), '@harbour_desk'),
    change: { brand: { telegram: 'https://t.me/harbour_desk' } },
  },
  {
    id: 'landing',
    save: t('settings.admin:landing.save'),
    enter: async () => {
      await press(t('settings.admin:landing.addStat'));
      const number = settingsDefaults.landing.stats.length + 1;
      await fill(t('settings.admin:landing.value', { number }), '9,000');
      await fill(t('settings.admin:landing.label', { number }), 'sales');
    },
    change: { landing: { stats: [...settingsDefaults.landing.stats, { value: '9,000', label: 'sales' }] } },
  },
  {
    id: 'times',
    save: t('settings.admin:times.save'),
    enter: async () => {
      await fill(t('settings.admin:field.agentReply'), '20 minutes');
      await fill(t('settings.admin:field.kyc'), 'within a day');
      await fill(t('settings.admin:field.choiceHours'), '48');
    },
    change: {
      support: { agentReply: '20 minutes' },
      times: { kyc: 'within a day' },
      deposits: { choiceHours: 48 },
    },
  },
];

test.each(saves)('the administrator saves the changes of the section $id, and nothing else', async (section) => {
  const server = await renderAdmin(`/admin/settings?section=${section.id}`, {
    'GET /api/admin/settings': settings,
    'PUT /api/admin/settings': settings,
  });
  await section.enter();
  await press(section.save);
  const dialog = within(await screen.findByRole('dialog', { name: t('settings.admin:ask.title') }));
  fireEvent.click(dialog.getByRole('button', { name: t('settings.admin:ask.yes') }));
  await screen.findByText(t('settings.admin:done'));
  expect(server.sent('PUT /api/admin/settings').map(({ body }) => body)).toEqual([{ ...section.change, version: '1' }]);
});

test('an added tier stays empty when another one is removed', async () => {
  await renderAdmin('/admin/settings?section=fees', { 'GET /api/admin/settings': settings });
  const tier = tiers.length + 1;
  await press(t('settings.admin:fees.add'));
  const overField = t('settings.admin:fees.overOf', { tier });
  expect((await field(overField)).value).toBe('');
  expect((await field(t('settings.admin:fees.percentOf', { tier }))).value).toBe('');
  await press(t('settings.admin:fees.remove', { tier: tier - 1 }));
  await waitFor(() => expect(screen.queryByLabelText(overField)).toBeNull());
  expect((await field(t('settings.admin:fees.overOf', { tier: tier - 1 }))).value).toBe('');
  await press(t('settings.admin:fees.save'));
  await expectText(t('errors:amount_usd_invalid'));
});

test('a section that a link opens has the focus on its heading', async () => {
  await renderAdmin('/admin/settings?section=fees', { 'GET /api/admin/settings': settings });
  await field(t('settings.admin:fees.percentOf', { tier: 1 }));
  expect(document.activeElement?.tagName).not.toBe('H2');
  fireEvent.click(screen.getByRole('link', { name: t('settings.admin:about.title') }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(t('settings.admin:about.title')));
  expect(document.activeElement?.tagName).toBe('H2');
});

test('the administrator reads amounts with separated thousands, and may type them so', async () => {
  const server = await renderAdmin('/admin/settings?section=fees', {
    'GET /api/admin/settings': settings,
    'PUT /api/admin/settings': settings,
  });
  const over = await field(t('settings.admin:fees.overOf', { tier: tiers.length }));
  const last = tiers.at(-1)?.overUsd ?? 0;
  expect(over.value).toBe(last.toLocaleString('en'));
  fireEvent.focus(over);
  fireEvent.change(over, { target: { value: '12500' } });
  fireEvent.blur(over);
  expect(over.value).toBe('12,500');
  fireEvent.change(over, { target: { value: '1,250,000' } });
  await press(t('settings.admin:fees.save'));
  await press(t('settings.admin:ask.yes'));
  await screen.findByText(t('settings.admin:done'));
  const [{ body } = { body: {} }] = server.sent('PUT /api/admin/settings');
  const changed = tiers.map((tier, at) => (at === tiers.length - 1 ? { ...tier, overUsd: 1_250_000 } : tier));
  expect(body).toMatchObject({ fees: { tiers: changed } });
});

test('the administrator reads where the bold values of a ready text come from, and is led there', async () => {
  await renderAdmin('/admin/settings?tab=texts', {
    'GET /api/admin/settings': settings,
    'GET /api/admin/ready-texts': [],
  });
  await expectText(new RegExp(t('settings.admin:texts.bold')));
  const link = screen.getByText(new RegExp(t('settings.admin:texts.bold'))).querySelector('a');
  expect(link?.getAttribute('href')).toMatch(/section=times/);
});

test('the administrator cannot write another beginning into the first tier', async () => {
  await renderAdmin('/admin/settings?section=fees', { 'GET /api/admin/settings': settings });
  expect((await field(t('settings.admin:fees.overOf', { tier: 1 }))).readOnly).toBe(true);
});
