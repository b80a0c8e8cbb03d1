import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auditState } from '#shared/audit/audit.contract.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { statementPreview, statementView } from '#shared/payouts/payouts.statements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText } from '#tests/components/screen.tsx';
import type { SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const importing = 'POST /api/admin/statements';
const account = { ...blankOf(deskAccountView), id: crypto.randomUUID(), name: 'Main', currency: 'EUR' };
const preview = {
  ...blankOf(statementPreview),
  format: 'mt940',
  account: { id: account.id, name: 'Main' },
  profileId: null,
  layout: null,
  found: null,
  count: 21,
} as const;
const importedFile = {
  ...blankOf(statementView),
  id: crypto.randomUUID(),
  currency: 'EUR',
  importedAt: '2026-11-24T10:00:00.000Z',
  others: [],
  leftOut: 0,
};
const isPreview = ({ body }: Pick<SentCall, 'body'>) => (body as { preview?: string }).preview === 'true';
const answers = {
  'GET /api/admin/desk-accounts': [account],
  'GET /api/admin/payout-profiles': [],
  'GET /api/admin/statements': [importedFile],
  'GET /api/admin/statement-lines': [],
  [importing]: (call: SentCall) => (isPreview(call) ? preview : importedFile),
};

/** Drags a file over the page and drops it there. */
function drop(name: string) {
  const dataTransfer = { types: ['Files'], files: [new File(['x'], name)] };
  fireEvent.dragOver(document.body, { dataTransfer });
  const dropEvent = createEvent.drop(document.body, { dataTransfer });
  fireEvent(document.body, dropEvent);
  return dropEvent;
}

test('a statement that a payer drops on any page is stored only by its button', async () => {
  const server = await renderAdmin('/admin/team', answers, anAdmin('payer'));
  await screen.findByRole('heading', { level: 1 });
  drop('november.sta');
  const dialog = await dialogOf('november.sta');
  await expectText(t('payouts.statements:notStored'));
  await expectText(new RegExp(t('payouts.statements:preview.count', { lines: 21 })));
  expect(server.sent(importing).every(isPreview)).toBe(true);
  dialog.getByRole('button', { name: t('common:action.cancel') });
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.statements:importNow') }));
  await waitFor(() =>
    expect(location.pathname + location.search).toBe(`/admin/statements?statement=${importedFile.id}`),
  );
  expect(server.sent(importing).filter((call) => !isPreview(call))).toHaveLength(1);
});

test('an auditor looks at a dropped statement, and reads who imports it', async () => {
  const server = await renderAdmin(
    '/admin/audit-log',
    { ...answers, 'GET /api/admin/audit-log': [], 'GET /api/admin/audit-log/state': blankOf(auditState.response) },
    anAdmin('auditor'),
  );
  await screen.findByRole('heading', { level: 1 });
  drop('november.csv');
  const dialog = await dialogOf('november.csv');
  await expectText(new RegExp(t('admin.common:notPermitted.action')));
  expect(dialog.queryByRole('button', { name: t('payouts.statements:importNow') })).toBeNull();
  await waitFor(() => expect(server.sent(importing)).toHaveLength(1));
});

test('a member who drops a picture by mistake reads its name, and nothing is sent', async () => {
  const server = await renderAdmin('/admin/team', answers, anAdmin('payer'));
  await screen.findByRole('heading', { level: 1 });
  const dropEvent = drop('receipt.png');
  expect(dropEvent.defaultPrevented).toBe(true);
  await expectText(t('admin:drop.otherFile', { name: 'receipt.png' }));
  expect(server.sent(importing)).toEqual([]);
});

test('a statement dropped while a dialog is open makes the browser stay on the page', async () => {
  const server = await renderAdmin('/admin/team', answers, anAdmin('payer'));
  await screen.findByRole('heading', { level: 1 });
  drop('november.sta');
  await dialogOf('november.sta');
  const sentCount = server.sent(importing).length;
  const dropEvent = drop('december.sta');
  expect(dropEvent.defaultPrevented).toBe(true);
  expect(screen.queryByRole('dialog', { name: 'december.sta' })).toBeNull();
  expect(server.sent(importing)).toHaveLength(sentCount);
});

test('a reviewer who drops a statement sends nothing of it and stays on the page', async () => {
  const server = await renderAdmin('/admin/team', answers, anAdmin('reviewer'));
  await screen.findByRole('heading', { level: 1 });
  expect(drop('november.sta').defaultPrevented).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(importing)).toEqual([]);
});

test('a payer drops a statement just as it moves over another part of the page', async () => {
  await renderAdmin('/admin/team', answers, anAdmin('payer'));
  await screen.findByRole('heading', { level: 1 });
  const enterEvent = createEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'], files: [] } });
  fireEvent(document.body, enterEvent);
  // Without this event a browser leaves the page for the dropped file.
  expect(enterEvent.defaultPrevented).toBe(true);
});
