import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listTeam } from '#shared/team/team.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, fill } from '#tests/components/screen.tsx';
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

test('an owner reads where their role is changed, what is off, and when a new member sets it up', async () => {
  const me = anAdmin();
  const blank = { ...blankOf(listTeam.response.element), status: 'active' as const, secondFactorSince: null };
  const owner = { ...blank, id: me.id, name: 'Desk Owner', isFixed: true, lastSeenAt: '2026-11-30T09:00:00.000Z' };
  const reviewer = {
    ...blank,
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Rita Reviewer',
    role: 'reviewer' as const,
    isFixed: false,
    lastSeenAt: null,
  };
  await renderAdmin('/admin/team', { 'GET /api/admin/team': [owner, reviewer] }, me);
  expect(await screen.findAllByText(t('team:fixed'))).not.toEqual([]);
  expect(screen.getAllByText(t('team:secondFactor.first'))).not.toEqual([]);
  await expectLink(t('team:secondFactor.turnOn'), '/admin/account');
});
