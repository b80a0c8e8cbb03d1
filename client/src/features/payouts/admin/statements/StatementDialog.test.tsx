import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { statementPreview, statementView } from '#shared/payouts/payouts.statements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { chooseFile, dialogOf, expectText, field } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a payer who reads the first statement keeps it open when a colleague’s arrives', async () => {
  const server = await renderAdmin(
    '/admin/statements',
    {
      'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), currency: 'EUR' }],
      'GET /api/admin/payout-profiles': [],
      'GET /api/admin/statements': [],
      'GET /api/admin/statement-lines': [],
      'GET /api/admin/approvals': [],
      'POST /api/admin/statements': { ...blankOf(statementPreview), found: null, layout: null },
    },
    anAdmin('payer'),
  );
  chooseFile(await field(t('payouts.statements:chooseFile')), 'november.sta', 'text/plain');
  await dialogOf('november.sta');
  server.answer({ 'GET /api/admin/statements': [{ ...blankOf(statementView), fileName: 'october.sta' }] });
  // Lists are read again once the connection is back.
  for (const change of ['offline', 'online']) window.dispatchEvent(new Event(change));
  await expectText('october.sta');
  expect(screen.getByRole('dialog', { name: 'november.sta' })).toBeTruthy();
});
