import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formatCrypto, noBreak } from '#client/lib/format/format.ts';
import type { Api } from '#shared/api.ts';
import { adminGetOffer, counterCustomer } from '#shared/offers/offers.contract.ts';
import { payoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { getUser } from '#shared/users/users.admin.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { fill, pick, press } from '#tests/components/screen.tsx';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type Offer = Api['GET /api/admin/offers/:id']['output'];
const [adaId, benId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const id = '33333333-3333-4333-8333-333333333333';
const coin = { id: 'bitcoin', name: 'Bitcoin', symbol: 'BTC', network: 'Bitcoin' };
const offer: Offer = {
  ...blankOf(adminGetOffer.response),
  id,
  coin,
  coinId: 'bitcoin',
  state: 'open',
  amount: 1,
  payoutCurrency: 'USD',
  userId: null,
  tampered: false,
};
const user = { ...blankOf(getUser.response), role: 'customer' as const };
const ada = { ...user, id: adaId, name: 'Ada Okafor', email: 'ada@customers.test' };
const ben = { ...user, id: benId, name: 'Ben Adeyemi', email: null, mobileNumber: '+234 803 123 4567' };
const ofAda = {
  ...blankOf(payoutAccountView),
  currency: 'USD',
  accountName: 'Ada Okafor',
  accountNumber: '555000111222',
};
/** The text that is found on the screen, where all spaces are alike. */
const plain = (text: string) => text.replaceAll(noBreak, ' ');
const customer = { ...blankOf(counterCustomer.response), accounts: [], hasEmail: true };

async function openCounter(answers: Answers = {}) {
  await renderAdmin(`/admin/offers?offer=${id}`, {
    'GET /api/admin/offers/:id': offer,
    'GET /api/admin/users': [ada, ben],
    'GET /api/admin/users/:id': ({ path }) => (path.endsWith(adaId) ? ada : ben),
    'GET /api/admin/offers/customers/:id': ({ path }) =>
      path.endsWith(adaId) ? { ...customer, accounts: [ofAda] } : customer,
    ...answers,
  });
  await press(t('offers.admin:counter.open'));
  return within(await screen.findByRole('dialog'));
}

test('a member who chooses another customer does not pay to the account of the previous one', async () => {
  const consoleErrors = vi.spyOn(console, 'error');
  const dialog = await openCounter();
  await pick(t('offers.admin:counter.customer'), 'Ada Okafor', /Ada Okafor/);
  await dialog.findByRole('radio', { name: /1222/ });
  await pick(t('offers.admin:counter.customer'), 'Ben Adeyemi', /Ben Adeyemi/);
  const number = await dialog.findByRole<HTMLInputElement>('textbox', { name: t('sell:payment.accountNumber') });
  expect(number.value).toBe('');
  // React warns if a component sets the state of another one while it renders.
  expect(consoleErrors.mock.calls).toEqual([]);
  consoleErrors.mockRestore();
});

test('a member reads what a counter sale still needs, and cannot open it before', async () => {
  const dialog = await openCounter();
  dialog.getByText(t('offers.admin:counter.missing.customer'));
  await pick(t('offers.admin:counter.customer'), 'Ada Okafor', /Ada Okafor/);
  await dialog.findByText(t('offers.admin:counter.missing.proof'));
  await fill(t('offers.admin:counter.hash'), 'ab'.repeat(32));
  expect(dialog.queryByText(t('offers.admin:counter.missing.proof'))).toBeNull();
});

test.each([
  [null, 'noRule'],
  [500, 'within'],
  [499, 'above'],
] as const)('a member whose approval limit is %s reads who approves a sale of 500 dollars', async (limit, rule) => {
  const dialog = await openCounter({
    'GET /api/admin/rules': { ...settingsDefaults.rules, payoutOverUsd: limit },
    'GET /api/admin/offers/:id': { ...offer, terms: { ...offer.terms, valueUsd: 500 } },
  });
  const amount = formatCrypto(1, 'BTC');
  const text = plain(t(`offers.admin:counter.alone.${rule}`, { amount, limit: `$${limit}.00 USD` }));
  expect(await dialog.findByText(text)).toBeTruthy();
  dialog.getByText(t('offers.admin:counter.noPayee'));
});

test('a member finds a customer without an address by their number', async () => {
  const dialog = await openCounter();
  await pick(t('offers.admin:counter.customer'), 'Ben Adeyemi', /Ben Adeyemi.*\+234 803 123 4567/);
  const customerField = dialog.getByRole<HTMLInputElement>('combobox', { name: t('offers.admin:counter.customer') });
  expect(customerField.value).toContain('Ben Adeyemi');
});
