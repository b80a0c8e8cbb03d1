import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAdmin } from '#tests/components/admin.ts';
import { expectText, field, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const addresses = [0, 1, 2, 3, 4].map((index) => ({ index, address: index === 3 ? null : `bc1q0000000${index}` }));

test('the owner adds own addresses step by step: the key, its first addresses, then the six characters', async () => {
  const server = await renderAdmin('/admin/deposit-sources', {
    'GET /api/admin/deposit-sources': [],
    'POST /api/admin/deposit-sources/preview': { scriptType: 'p2wpkh', fingerprint: 'b48615ad', addresses },
  });
  await press(t('deposit-sources.admin:add.xpub'));
  const fourth = t('deposit-sources.admin:key.fourth');
  // The first step has the only button that leads on.
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('button', { name: t('deposit-sources.admin:add.xpub') })).toBeNull();
  expect(screen.queryByLabelText(fourth)).toBeNull();
  await fill(
    t('deposit-sources.admin:key.key'),
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  );
  await press(t('deposit-sources.admin:key.preview'));
  const ending = await field(fourth);
  await expectText(/bc1q00000002/);
  await expectText(new RegExp(t('deposit-sources.admin:key.fourthHidden')));
  await waitFor(() => expect(document.activeElement).toBe(ending));
  await expectText(t('deposit-sources.admin:key.sixFirst'));
  expect(server.sent('POST /api/admin/deposit-sources')).toEqual([]);
  await fill(fourth, 'abc123');
  await waitFor(() => expect(screen.queryByText(t('deposit-sources.admin:key.sixFirst'))).toBeNull());
});

test('an owner who types another key compares no addresses of the first one', async () => {
  await renderAdmin('/admin/deposit-sources', {
    'GET /api/admin/deposit-sources': [],
    'POST /api/admin/deposit-sources/preview': { scriptType: 'p2wpkh', fingerprint: 'b48615ad', addresses },
  });
  await press(t('deposit-sources.admin:add.xpub'));
  await fill(t('deposit-sources.admin:key.key'), 'zpub-one');
  await press(t('deposit-sources.admin:key.preview'));
  await expectText(/bc1q00000002/);
  await fill(t('deposit-sources.admin:key.key'), 'zpub-two');
  await waitFor(() => expect(screen.queryByText(/bc1q00000002/)).toBeNull());
});

test('the owner finds all kinds of addresses behind one button, each with its difference', async () => {
  await renderAdmin('/admin/deposit-sources', { 'GET /api/admin/deposit-sources': [] });
  await press(t('deposit-sources.admin:add.open'));
  await expectText(t('deposit-sources.admin:add.about.pool'));
  await press(t('deposit-sources.admin:add.tags'));
  await field(t('deposit-sources.admin:tags.address'));
});
