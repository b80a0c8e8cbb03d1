import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { expectText, field, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const openSection = (section: string) =>
  renderAdmin(`/admin/settings?section=${section}`, {
    'GET /api/admin/settings': {
      ...settingsDefaults,
      version: '1',
      sampleRates: false,
      walletCooloffHours: 0,
      productVersion: '1.0.0',
    },
  });

test('the administrator finds a section by a word that is in it, not in its name', async () => {
  await openSection('fees');
  fireEvent.change(await field(t('settings.admin:search')), { target: { value: t('settings.admin:field.kyc') } });
  const link = await screen.findByRole('link', { name: t('settings.admin:times.title') });
  const brand = t('settings.admin:brand.title');
  await waitFor(() => expect(screen.queryByRole('link', { name: brand })).toBeNull());
  fireEvent.click(link);
  await field(t('settings.admin:field.agentReply'));
});

test('the administrator reads why a handle or a tier cannot be saved, and undoes it', async () => {
  const server = await openSection('brand');
  await fill(new RegExp(`^${t('settings.admin:field.telegram')}`), 'no handle');
  await expectText(t('errors:telegram_handle_malformed'));
  await press(t('settings.admin:undo'));

  fireEvent.click(screen.getByRole('link', { name: t('settings.admin:fees.title') }));
  await press(t('settings.admin:fees.add'));
  const tier = settingsDefaults.fees.tiers.length + 1;
  await fill(t('settings.admin:fees.overOf', { tier }), '9000');
  await fill(t('settings.admin:fees.percentOf', { tier }), '2');
  await press(t('settings.admin:fees.save'));
  await expectText(t('errors:fee_tiers_unordered'));
  await press(t('settings.admin:undo'));
  expect(screen.queryByLabelText(t('settings.admin:fees.overOf', { tier }))).toBeNull();
  expect(server.sent('PUT /api/admin/settings')).toEqual([]);
});

test('the administrator reads why an explorer is refused', async () => {
  await openSection('explorers');
  const label = t('settings.admin:explorers.addressOf', { chain: 'XRP Ledger' });
  await fill(label, 'http://ledger.test/{address}');
  await press(t('settings.admin:explorers.save'));
  await expectText(t('errors:explorer_address_malformed'));
  expect((await field(label)).getAttribute('aria-invalid')).toBe('true');
  await fill(label, 'https://ledger.test/');
  await expectText(t('errors:placeholder_missing', { name: '{address}' }));
});
