import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListAgentRequests, adminListChatRooms } from '#shared/chat/chat.contract.ts';
import { getUser } from '#shared/users/users.admin.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder } from '#tests/components/order-book.ts';
import { expectText, resizeWindow } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const roomId = 'room_1';
const userId = crypto.randomUUID();
const room = {
  ...blankOf(adminListChatRooms.response.element),
  roomId,
  userId,
  userName: 'Ada Okafor',
  waitingSince: '2026-11-30T08:00:00.000Z',
};

test('an agent without a conversation answers a request by mail first', async () => {
  const request = {
    ...blankOf(adminListAgentRequests.response.element),
    email: 'rosa@mail.test',
    message: 'Can I sell 3 BTC?',
  };
  await renderAdmin('/admin/agent-chat', {
    'GET /api/admin/chat-rooms': [],
    'GET /api/admin/agent-requests': [request],
  });
  const name = t('chat.admin:replyByEmailTo', { email: 'rosa@mail.test' });
  const reply = await screen.findByRole('link', { name });
  expect(reply.getAttribute('href')).toBe('mailto:rosa@mail.test?body=%0A%0A%3E%20Can%20I%20sell%203%20BTC%3F');
  const [asked] = await screen.findAllByText(t('overview:needs.requests', { count: 1, shown: '1' }));
  expect(screen.queryByText(t('chat.admin:noneText'))).toBeNull();
  const first = screen.getByRole('link', { name: /^Reply to rosa@mail\.test, waiting / });
  expect(first.getAttribute('href')).toBe(reply.getAttribute('href'));
  expect(reply.compareDocumentPosition(asked as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('an agent on another screen sees how many customers asked for one', async () => {
  const request = blankOf(adminListAgentRequests.response.element);
  await renderAdmin('/admin/dashboard?tab=users', {
    'GET /api/admin/chat-rooms': [room],
    'GET /api/admin/agent-requests': [request, { ...request, id: crypto.randomUUID() }],
    'GET /api/admin/users': [],
  });
  const name = new RegExp(t('admin:waitingChat', { count: 3 }));
  expect(await screen.findByRole('link', { name })).toBeTruthy();
});

test('an agent on a phone tries again after the newest order failed to load', async () => {
  const answers = {
    'GET /api/admin/chat-rooms': [room],
    'GET /api/admin/chat-rooms/:roomId/notes': [],
    'GET /api/admin/users/:id': { ...blankOf(getUser.response), id: userId, name: 'Ada Okafor' },
  };
  const server = await renderAdmin(`/admin/agent-chat?room=${roomId}`, {
    ...answers,
    'GET /api/admin/transactions': new Refused('not_found', 'order_not_found'),
  });
  await expectText(t('chat.admin:noDetails'));
  const order = anAdminOrder({ reference: 'LF-MFEK-GJ' });
  server.answer({ 'GET /api/admin/transactions': [order] });
  fireEvent.click(screen.getByRole('button', { name: t('common:action.tryAgain') }));
  const newest = within(await screen.findByRole('region', { name: t('chat.admin:newestOrder') }));
  await newest.findByRole('link', { name: 'LF-MFEK-GJ' });
});

test('an agent on a phone reads who waits longest first, and that answer is the main act', async () => {
  resizeWindow({ width: 360, height: 740 });
  const request = blankOf(adminListAgentRequests.response.element);
  const ask = (email: string, timestamp: string) => ({ ...request, id: crypto.randomUUID(), email, timestamp });
  await renderAdmin('/admin/agent-chat', {
    'GET /api/admin/chat-rooms': [],
    'GET /api/admin/agent-requests': [
      ask('rosa@mail.test', '2026-11-30T09:00:00.000Z'),
      ask('kofi@mail.test', '2026-11-30T08:00:00.000Z'),
    ],
  });
  const replyTo = (email: string) => screen.findByRole('link', { name: t('chat.admin:replyByEmailTo', { email }) });
  // The conversations load beside the requests: only without any is a request the main act.
  await waitFor(async () => {
    const oldest = await replyTo('kofi@mail.test');
    const newest = await replyTo('rosa@mail.test');
    expect(oldest.compareDocumentPosition(newest) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(oldest.className).not.toBe(newest.className);
  });
});

test('an agent finds all waiting customers under one heading', async () => {
  const answered = { ...room, roomId: 'room_2', userName: 'Kwame Mensah', waitingSince: null };
  await renderAdmin('/admin/agent-chat', {
    'GET /api/admin/chat-rooms': [room, answered],
    'GET /api/admin/agent-requests': [],
  });
  const waiting = within(await screen.findByRole('list', { name: t('chat.admin:waits') }));
  expect(waiting.getAllByRole('button')).toHaveLength(1);
  expect(waiting.queryByText(t('chat.admin:waits'))).toBeNull();
  expect(within(screen.getByRole('list', { name: t('chat.admin:answered') })).getByText('Kwame Mensah')).toBeTruthy();
});

test('an agent attaches an order of the customer to a reply, and removes it', async () => {
  const order = anAdminOrder({ reference: 'LF-MFEK-GJ' });
  await renderAdmin(`/admin/agent-chat?room=${roomId}`, {
    'GET /api/admin/chat-rooms': [room],
    'GET /api/admin/chat-rooms/:roomId/notes': [],
    'GET /api/admin/agent-requests': [],
    'GET /api/admin/users/:id': { ...blankOf(getUser.response), id: userId, name: 'Ada Okafor' },
    'GET /api/admin/transactions': [order],
    'GET /api/admin/transactions/:id': order,
  });
  // Without room for the details beside, the newest order stands above the conversation.
  const newest = within(await screen.findByRole('region', { name: t('chat.admin:newestOrder') }));
  await newest.findByRole('link', { name: 'LF-MFEK-GJ' });
  fireEvent.click(await screen.findByRole('button', { name: t('chat.admin:customer') }));
  fireEvent.click(await screen.findByRole('button', { name: `${t('chat.admin:writeAbout')}: LF-MFEK-GJ` }));
  await expectText(t('chat:aboutOrder'));
  fireEvent.click(await screen.findByRole('button', { name: t('chat:removeOrder', { reference: 'LF-MFEK-GJ' }) }));
  expect(location.search).not.toContain('order=');
});
