import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { expectText, press } from '#tests/components/screen.tsx';
import { Refused, type FakeServer } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const unsetNotices = { isOffered: true, linkedAt: null, quiet: null, digest: false, lastSentAt: null };
const night = { from: '22:00', to: '07:00', timeZone: 'Africa/Lagos' };
const open = (telegram: object = {}, admin = anAdmin()) =>
  renderAdmin(
    '/admin/account',
    { 'GET /api/telegram': { ...unsetNotices, ...telegram }, 'GET /api/sessions': [] },
    admin,
  );
const toggle = async (name: 'digest' | 'quiet') =>
  fireEvent.click(await screen.findByRole('switch', { name: t(`mail.notices:${name}.title`) }));
const bodies = (server: FakeServer) => server.sent('PUT /api/telegram').map(({ body }) => body);
const type = (name: 'from' | 'to' | 'timeZone', value: string) =>
  fireEvent.change(screen.getByLabelText(t(`mail.notices:quiet.${name}`)), { target: { value } });

test('a member chooses one message a quarter of an hour, and reads if saving fails', async () => {
  const server = await open();
  await expectText(t('mail.notices:title'));
  server.answer({ 'PUT /api/telegram': new Refused('invalid_input', 'nothing_to_change') });
  await toggle('digest');
  await expectText(t('mail.notices:failed'));
  server.answer({ 'PUT /api/telegram': { ...unsetNotices, digest: true } });
  await toggle('digest');
  await waitFor(() => expect(bodies(server)).toEqual([{ digest: true }, { digest: true }]));
});

test('a member sets quiet hours by their own clock, corrects impossible ones, and ends them', async () => {
  const server = await open();
  await expectText(t('mail.notices:quiet.title'));
  await toggle('quiet');
  await waitFor(() => expect(screen.getByLabelText(t('mail.notices:quiet.from'))).toHaveProperty('value', '22:00'));
  type('to', '22:00');
  await press(t('mail.notices:save'));
  await expectText(t('errors:quiet_hours_equal'));
  type('to', '07:00');
  type('timeZone', 'Africa/Lagos');
  server.answer({
    'PUT /api/telegram': { ...unsetNotices, quiet: night },
    'GET /api/telegram': { ...unsetNotices, quiet: night },
  });
  await press(t('mail.notices:save'));
  await waitFor(() => expect(bodies(server)).toEqual([{ quiet: night }]));
  await toggle('quiet');
  await waitFor(() => expect(bodies(server)).toEqual([{ quiet: night }, { quiet: null }]));
});

test('a member reads what their role is notified of, and when their chat was last reached', async () => {
  await open({ linkedAt: '2026-11-01T10:00:00.000Z', lastSentAt: '2026-11-28T10:00:00.000Z' }, anAdmin('payer'));
  await expectText(t('mail.notices:notice.payout_returned_notice'));
  await expectText(t('mail.notices:chat'));
  expect(screen.queryByText(t('mail.notices:notice.new_order_notice'))).toBeNull();
  expect(screen.queryByText(t('mail.notices:notice.node_away_notice'))).toBeNull();
  expect(screen.getByText(/^Last message on Telegram: /)).toBeTruthy();
});

test('a member without an operator’s bot is offered no chat, and can still gather mails', async () => {
  await open({ isOffered: false });
  await expectText(t('mail.notices:digest.title'));
  expect(screen.queryByText(t('mail.notices:what'))).toBeNull();
});
