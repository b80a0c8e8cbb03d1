import type { WebSocket } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { openPage } from './harness/page.ts';
import { aCustomer, admin, customer } from './harness/users.ts';

test('a visitor who opens the chat leaves no conversation behind, asks the bot, wants an agent, and talks to the agent who joins', async () => {
  const page = await openPage();
  let letProgramsCome = () => undefined as void;
  const pressed = new Promise<void>((resolve) => (letProgramsCome = resolve));
  await page.route('**/*.js', (route) => pressed.then(() => route.continue()));
  const opening = page.goto('/contact', { waitUntil: 'commit' });
  const log = page.getByRole('log');
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  letProgramsCome(); // A press before hydration counts.
  await opening;
  await expect(page.getByRole('region', { name: 'Support chat' })).toContainText(/Agent online|Agents reply/);
  const room = await page.evaluate(() => localStorage.getItem('landfall-chat:visitor'));
  const { roomId } = JSON.parse(room ?? '{}') as { roomId?: string };
  expect(roomId).toMatch(/^room_/);
  expect(await inTheDatabase('select 1 from chat_rooms where id = $1', [roomId])).toEqual([]);
  await page.getByRole('button', { name: 'What are your fees?' }).click();
  await expect(page.getByText('Assistant is typing')).toBeVisible();
  await expect(log).toContainText('5% standard, 4% over $5,000.00 USD, 3% over $10,000.00 USD');
  await page.getByRole('button', { name: 'Talk to an agent' }).click();
  await page.getByLabel('Your email address').fill('guest@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(log).toContainText('We’ll answer you here or at guest@example.com');
  await expect(page.getByLabel('Your email address')).toBeHidden();

  const { page: adminPage } = await admin('/admin/agent-chat');
  await expect(adminPage.getByRole('button', { name: 'Online', pressed: true })).toBeVisible();
  await adminPage.getByRole('button', { name: /guest@example\.com.*Talk to an agent/ }).click();
  await expect(page.getByText('You’re talking to Support')).toBeVisible();
  await adminPage.getByLabel('Write a message').fill('Good day. How can I help?');
  await expect(log).toContainText('Agent is typing');
  await adminPage.getByLabel('Write a message').press('Enter');
  await expect(log).toContainText('Good day. How can I help?');
  await expect(log).not.toContainText('Agent is typing');
  await expect(adminPage.getByRole('log')).toContainText(/Good day.*, seen$/);
  await page.getByLabel('Write a message').fill('Is 0x52908400098527886E0F7030069857D2E4169EE7 yours?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(log).toContainText('Careful: this account or address isn’t ours.');
  await expect(adminPage.getByRole('log')).toContainText('This contains an account or address');
  await adminPage.getByRole('button', { name: 'Busy' }).click();
  await expect(adminPage.getByRole('button', { name: 'Busy', pressed: true })).toBeVisible();
  await expect(log).toContainText(/yours\?.*, seen/s);
  await page.getByLabel('Write a message').fill('Unfinished');
  await expect(adminPage.getByRole('log')).toContainText('The customer is typing');
  await page.reload();
  await page.getByRole('button', { name: 'Support chat' }).click();
  await expect(page.getByLabel('Write a message')).toHaveValue('Unfinished');
  await expect(page.getByRole('log')).toContainText('Good day. How can I help?');
  await expectGoodInEveryAppearance(page, 'support-chat');
});

test('a customer who follows their orders and opens the chat holds one connection', async () => {
  const { token } = await aCustomer();
  const page = await openPage();
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  const kindsByConnection = new Map<WebSocket, Set<string>>();
  page.on('websocket', (socket) => {
    const kinds = new Set<string>();
    if (socket.url().endsWith('/ws')) kindsByConnection.set(socket, kinds);
    socket.on('framereceived', ({ payload }) => kinds.add((JSON.parse(String(payload)) as { type: string }).type));
    socket.on('close', () => kindsByConnection.delete(socket));
  });
  await page.goto('/transactions');
  const kinds = () => [...kindsByConnection.values()].map((received) => [...received].toSorted());
  await expect.poll(kinds).toEqual([['auth_ok']]);
  await page.getByRole('button', { name: 'Support chat' }).click();
  await expect.poll(() => kinds().flat()).toContain('room_status');
  expect(kinds()).toEqual([['auth_ok', 'room_status']]);
});

test('a customer finds what was not sent after a reload, and reads a long conversation back without losing the place', async () => {
  const { user, page } = await customer('/contact');
  const line = { isDown: false };
  await page.routeWebSocket(/\/ws$/, (ws) => void (line.isDown ? ws.close() : ws.connectToServer()));
  // The page is rendered before its scripts: they add the dock.
  const open = () => page.getByRole('button', { name: 'Support chat' }).click();
  const log = page.getByRole('log');
  const messageField = page.getByLabel('Write a message');
  await open();
  await messageField.fill('I want to speak to a human');
  await messageField.press('Enter');
  await expect(log).toContainText(/human.*, sent/s);
  line.isDown = true;
  await page.reload();
  await open();
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await messageField.fill('A human, please');
  await messageField.press('Enter');
  await expect(log).toContainText('waiting to send');
  line.isDown = false;
  await page.reload();
  await open();
  await expect(log).toContainText('Not sent');
  await log.getByRole('button', { name: 'Send again' }).click();
  await expect(log).toContainText(/please.*, sent/s);
  await expect(log.getByText('a person will get back to you')).toHaveCount(2);

  await inTheDatabase(
    `with room as (update chat_rooms set last_seq = 122 where user_id = (select id from users where email = $1) returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'support', 'Admin Agent', 'words ' || seq, seq from room, generate_series(5, 122) seq`,
    [user.email],
  );
  await page.reload();
  await open();
  const seventyThird = log.getByText('words 73', { exact: true });
  await expect(log.getByText('words 122', { exact: true })).toBeInViewport();
  await log.getByRole('button', { name: 'Show earlier messages' }).scrollIntoViewIfNeeded();
  const before = await seventyThird.boundingBox();
  await log.getByRole('button', { name: 'Show earlier messages' }).click();
  await expect(log.getByText('words 72', { exact: true })).toBeVisible();
  expect(Math.abs(((await seventyThird.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60);
  await log.getByRole('button', { name: 'Show earlier messages' }).click();
  await expect(log).toContainText('I want to speak to a human');
  await expect(log.getByRole('button', { name: 'Show earlier messages' })).toBeHidden();
});
