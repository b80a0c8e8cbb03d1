import type { Route } from 'playwright';
import { test } from 'vitest';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { admin, customer, visitor } from './harness/users.ts';

const firstLine = 'I sent 0.004 BTC instead of 0.005 for LF-72XF-PN, what now?';
const secondLine = 'I am Ngozi, order LF-1390-0R, please look';

test('what a customer writes before an agent has come is in the agent console, and a lost payment is never answered with selling steps', async () => {
  const { user, page } = await customer('/dashboard');
  await page.getByRole('button', { name: 'Support chat' }).click();
  const panel = page.getByRole('region', { name: 'Support chat' });
  const log = panel.getByRole('log');
  const field = panel.getByLabel('Write a message');
  await field.fill(firstLine);
  await field.press('Enter');
  await expect(log).toContainText(/what now\?.*, sent/s);
  await expect(log).toContainText(`A person will get back to you here and by email at ${user.email}`);
  await field.fill(secondLine);
  await field.press('Enter');
  await expect(log).toContainText(/please look.*, sent/s);
  await field.fill('How do I sell?');
  await field.press('Enter');
  await expect(log.getByText('1. Choose a cryptocurrency.')).toHaveCount(1);

  const { page: adminPage } = await admin('/admin/agent-chat');
  await adminPage.getByLabel('Search rooms').fill('LF-72XF-PN');
  const row = adminPage.getByRole('button', { name: /Ada Okafor.*How do I sell\?/ });
  await expect(row).toContainText('3 unread');
  await expect(row).toContainText('asks for a person');
  // What stands in the conversation is not listed a second time.
  const requests = adminPage.getByRole('region', { name: /Asked for an agent/ });
  await expect(requests.getByText(user.email)).toHaveCount(0);
  await row.click();
  const agentLog = adminPage.getByRole('log');
  await expect(agentLog).toContainText(firstLine);
  await expect(agentLog).toContainText(secondLine);
  // The agent sees the assistant's messages, marked as automatic.
  await expect(agentLog).toContainText(/1\. Choose a cryptocurrency\..*Assistant,/s);

  const history = [firstLine, 'A person will get back to you', secondLine, '1. Choose a cryptocurrency.'];
  await page.reload();
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  for (const item of [page, tab]) {
    await item.getByRole('button', { name: 'Support chat' }).click();
    for (const text of history) await expect(item.getByRole('log')).toContainText(text);
  }
});

test('what a visitor asks the assistant is in the agent console, and a cry for help brings the team', async () => {
  const page = await visitor('/contact');
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Assistant' });
  const log = panel.getByRole('log');
  const field = panel.getByLabel('Write a message');
  await field.fill('What are your tangerine fees?');
  await field.press('Enter');
  await expect(log).toContainText('5% standard');
  await field.fill('I sent BTC to the wrong network, help!');
  await field.press('Enter');
  await expect(log).toContainText('You’re connected to our support team.');
  await expect(log).not.toContainText('1. Choose a cryptocurrency');

  const { page: adminPage } = await admin('/admin/agent-chat');
  await adminPage.getByLabel('Search rooms').fill('tangerine');
  const row = adminPage.getByRole('button', { name: /Visitor, room .* wrong network, help!/ });
  await expect(row).toContainText('2 unread');
});

test('a line that was cut on its way is not shown as sent, and is stored once when it gets through', async () => {
  const { user, page } = await customer('/contact');
  const wire = { isCut: false };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((message) => {
      if (wire.isCut && String(message).includes('send_message')) void ws.close();
      else server.send(message);
    });
  });
  await page.getByRole('button', { name: 'Support chat' }).click();
  const log = page.getByRole('log');
  await page.getByLabel('Write a message').fill('What are your fees?');
  wire.isCut = true;
  await page.getByLabel('Write a message').press('Enter');
  await expect(log).toContainText('waiting to send');
  await expect(log).not.toContainText(', sent');
  await expect(log).not.toContainText('5% standard');
  wire.isCut = false;
  await expect(log).toContainText('5% standard');
  await expect(log).toContainText(/fees\?.*, sent/s);
  const stored = await inTheDatabase(
    `select m.sender, m.text from chat_messages m join chat_rooms r on r.id = m.room_id
     join users u on u.id = r.user_id where u.email = $1 order by m.seq`,
    [user.email],
  );
  expect(stored).toMatchObject([{ sender: 'user', text: 'What are your fees?' }, { sender: 'bot' }]);
});

test('a customer whose page is still loading opens the chat once: it stays open when the page is there', async () => {
  const { page } = await customer('/profile');
  const held: Route[] = [];
  await page.route('**/assets/DashboardPage-*.js', (route) => {
    held.push(route);
  });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Support chat' }).click();
  const panel = page.getByRole('region', { name: 'Support chat' });
  await expect(panel).toBeVisible();
  for (const route of held) await route.continue();
  await page.waitForFunction(() => 'isHydrated' in globalThis);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await panel.getByLabel('Write a message').fill('I am here.');
  await expect(panel.getByLabel('Write a message')).toHaveValue('I am here.');
});

test('a visitor who opens both windows and writes nothing leaves no conversation behind', async () => {
  const page = await visitor('/contact');
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('What would you like to know?');
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  await expect(page.getByRole('region', { name: 'Support chat' })).toContainText(/Agent online|Agents reply/);
  const room = await page.evaluate(() => localStorage.getItem('landfall-chat:visitor'));
  const { roomId } = JSON.parse(room ?? '{}') as { roomId?: string };
  expect(roomId).toMatch(/^room_/);
  expect(await inTheDatabase('select 1 from chat_rooms where id = $1', [roomId])).toEqual([]);
});
