import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAdmin } from '#tests/components/admin.ts';
import { dialogOf, fill } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('an owner cannot send an invitation without an address, and first offers a role that decides nothing', async () => {
  const server = await renderAdmin('/admin/team?invite=1', { 'GET /api/admin/team': [] });
  const dialog = await dialogOf(t('team:invite.title'));
  const send = dialog.getByRole('button', { name: t('team:invite.confirm', { role: t('team:role.support') }) });
  dialog.getByText(t('team:invite.missing'));
  // The page's title takes the focus when it arrives, since nothing is inert without a browser.
  await waitFor(() => {
    send.click();
    expect(document.activeElement).toBe(dialog.getByLabelText(t('team:column.email')));
  });
  expect(server.sent('POST /api/admin/team')).toEqual([]);
  await fill(t('team:column.email'), 'nora@team.test');
  expect(screen.queryByText(t('team:invite.missing'))).toBeNull();
});
