import type { Route } from 'playwright';
import { test } from 'vitest';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { customer } from './harness/users.ts';

test('a line that was cut on its way is not shown as sent and is stored once, and a chat opened while the next page loads stays open', async () => {
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
