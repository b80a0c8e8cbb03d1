import type { WebSocket } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, expectHidden, expectTexts, expectVisible, press, sendMessage } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError, expectNoAxeViolations, hold, openPage } from './harness/page.ts';
import { aCustomer, admin, as, customer } from './harness/users.ts';

const fees = '5% standard, 4% over $5,000.00 USD, 3% over $10,000.00 USD';

test('a visitor asks the bot, wants an agent, and talks to the agent who joins', async () => {
  const page = await openPage();
  let letProgramsCome = () => undefined as void;
  const programsReleased = new Promise<void>((resolve) => (letProgramsCome = resolve));
  await page.route('**/*.js', (route) => programsReleased.then(() => route.continue()));
  const navigation = page.goto('/contact', { waitUntil: 'commit' });
  const log = page.getByRole('log');
  await press(page, 'Open Live Chat');
  letProgramsCome(); // A press before hydration counts.
  await navigation;
  await expect(page.getByRole('region', { name: 'Support chat' })).toContainText(/Agent online|Agents reply/);
  const room = await page.evaluate(() => localStorage.getItem('landfall-chat:visitor'));
  const { roomId } = JSON.parse(room ?? '{}') as { roomId?: string };
  expect(roomId).toMatch(/^room_/);
  expect(await inTheDatabase('select 1 from chat_rooms where id = $1', [roomId])).toEqual([]);
  // It is visible for a second and a half: the test waits for it before it can appear.
  const typing = page.getByText('Assistant is typing').waitFor();
  await press(page, 'What are your fees?');
  await typing;
  await expect(log).toContainText(fees);
  await press(page, 'Talk to an agent');
  await page.getByLabel('Your email address').fill('guest@example.com');
  await press(page, 'Submit');
  await expect(log).toContainText('We’ll answer you here or at guest@example.com');
  await expect(page.getByLabel('Your email address')).toBeHidden();

  const { page: agentPage } = await admin('/admin/agent-chat');
  const agentLog = agentPage.getByRole('log');
  const status = agentPage.getByRole('button', { name: /^Your status/ });
  await expect(status).toHaveAccessibleName('Your status: Online');
  await press(agentPage, /guest@example\.com.*Talk to an agent/);
  await expect(page.getByText('You’re talking to Support')).toBeVisible();
  await agentPage.getByLabel('Write a message').fill('Good day. How can I help?');
  await expect(log).toContainText('Agent is typing');
  await agentPage.getByLabel('Write a message').press('Enter');
  await expect(log).toContainText('Good day. How can I help?');
  await expect(log).not.toContainText('Agent is typing');
  await expect(agentLog).toContainText(/Good day.*, seen$/);
  await page.getByLabel('Write a message').fill('Is 0x52908400098527886E0F7030069857D2E4169EE7 yours?');
  await press(page, 'Send', true);
  await expect(log).toContainText('Careful: this account or address isn’t ours.');
  await expect(agentLog).toContainText('This contains an account or address');
  await status.click();
  await press(agentPage, 'Busy');
  await expect(status).toHaveAccessibleName('Your status: Busy');
  await expect(log).toContainText(/yours\?.*, seen/s);
  await page.getByLabel('Write a message').fill('Unfinished');
  await expect(agentLog).toContainText('The customer is typing');
  await page.reload();
  await press(page, 'Support chat');
  await expect(page.getByLabel('Write a message')).toHaveValue('Unfinished');
  await expect(log).toContainText('Good day. How can I help?');
  await expectGoodInEveryAppearance(page, 'support-chat');
});

test('a customer writes about an order and sends a second proof, and the agent sees the order', async () => {
  const user = await aCustomer();
  const { id, reference } = await placeSellOrder(user);
  const kindsByConnection = new Map<WebSocket, Set<string>>();
  const page = await as(user, `/transactions?tx=${id}`, {}, (openedPage) =>
    openedPage.on('websocket', (socket) => {
      const kinds = new Set<string>();
      if (socket.url().endsWith('/ws')) kindsByConnection.set(socket, kinds);
      // The order itself may change meanwhile, which appears on the same line.
      const isOfChat = ({ type }: { type: string }) => type === 'auth_ok' || type === 'room_status';
      socket.on('framereceived', ({ payload }) => {
        const frame = JSON.parse(String(payload)) as { type: string };
        if (isOfChat(frame)) kinds.add(frame.type);
      });
      socket.on('close', () => kindsByConnection.delete(socket));
    }),
  );
  const receivedKinds = () => [...kindsByConnection.values()].map((kinds) => [...kinds].toSorted());
  await expect.poll(receivedKinds).toEqual([['auth_ok']]);
  await press(page.getByRole('dialog'), 'Open support chat');
  const chat = page.getByRole('region', { name: 'Support chat' });
  const log = chat.getByRole('log');
  await expect(chat).toContainText(`About ${reference}`);
  await expect.poll(receivedKinds).toEqual([['auth_ok', 'room_status']]);
  await sendMessage(chat, 'Here is a clearer photo.');
  await expect(log.getByRole('link', { name: reference })).toBeVisible();
  await expect(button(chat, `Don’t attach ${reference}`)).toBeHidden();

  expectError(page, /503/);
  await page.route('**/api/chat/files', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await chat.getByLabel('Attach a file').setInputFiles(aPng('clearer.png'));
  const upload = chat.getByRole('list', { name: 'Files being sent' });
  await expect(upload.getByRole('alert')).toBeVisible();
  await press(upload, 'Send again');
  await expect(button(log, /Open file clearer\.png/)).toBeVisible();
  await expect(upload).toBeHidden();
  await expectNoAxeViolations(page);

  const { page: agentPage } = await admin(`/admin/transactions?show=all&tx=${id}`);
  await agentPage.getByRole('link', { name: 'Message customer' }).click();
  const agentLog = agentPage.getByRole('log');
  await expectTexts(agentLog, 'Here is a clearer photo.', 'Pending');
  await expect(agentLog.getByRole('link', { name: reference })).toHaveAttribute('href', /tx=/);
  await expect(agentPage.getByText(`About ${reference}`)).toBeVisible();
  const popupPromise = agentPage.waitForEvent('popup');
  await press(agentLog, /Open file clearer\.png/);
  await expect.poll(async () => (await popupPromise).url()).toMatch(/\/api\/files\/.*token=/);
  const statement = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await agentPage.getByLabel('Attach a file').setInputFiles(statement);
  await expectVisible(...[agentLog, log].map((side) => button(side, /Open file statement\.pdf/)));
  await expectNoAxeViolations(agentPage);
});

test('a customer finds unsent text after a reload, and reads a long conversation back', async () => {
  const { user, page } = await customer('/contact');
  const line = { isDown: false };
  await page.routeWebSocket(/\/ws$/, (ws) => void (line.isDown ? ws.close() : ws.connectToServer()));
  const log = page.getByRole('log');
  const reopen = async () => {
    await page.reload();
    // The page is rendered before its scripts run, which add the dock.
    await press(page, 'Support chat');
  };
  await press(page, 'Support chat');
  await sendMessage(page, 'I want to speak to a human');
  await expect(log).toContainText(/human.*, sent/s);
  line.isDown = true;
  await reopen();
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await sendMessage(page, 'A human, please');
  await expect(log).toContainText('waiting to send');
  line.isDown = false;
  await reopen();
  await expect(log).toContainText('Not sent');
  await press(log, 'Send again');
  await expect(log).toContainText(/please.*, sent/s);
  await expect(log.getByText('a person will get back to you')).toHaveCount(2);

  await inTheDatabase(
    `with room as (update chat_rooms set last_seq = 122
       where user_id = (select id from users where email = $1) returning id)
     insert into chat_messages (id, room_id, sender, sender_name, text, seq)
     select gen_random_uuid(), id, 'support', 'Admin Agent', 'words ' || seq, seq
      from room, generate_series(5, 122) seq`,
    [user.email],
  );
  await reopen();
  const words = (count: number) => log.getByText(`words ${count}`, { exact: true });
  const earlierButton = button(log, 'Show earlier messages');
  await expect(words(122)).toBeInViewport();
  await earlierButton.scrollIntoViewIfNeeded();
  const previousBox = await words(73).boundingBox();
  await earlierButton.click();
  await expect(words(72)).toBeVisible();
  const movedPx = async () => Math.abs(((await words(73).boundingBox())?.y ?? 0) - (previousBox?.y ?? 0));
  await expect.poll(movedPx).toBeLessThan(60);
  await earlierButton.click();
  await expect(log).toContainText('I want to speak to a human');
  await expectHidden(earlierButton);
});

test('a message interrupted on its way is not shown as sent, and is stored once', async () => {
  const { user, page } = await customer('/contact');
  const wire = { isCut: false };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((message) => {
      if (wire.isCut && String(message).includes('send_message')) void ws.close();
      else server.send(message);
    });
  });
  await press(page, 'Support chat');
  const log = page.getByRole('log');
  await page.getByLabel('Write a message').fill('What are your fees?');
  wire.isCut = true;
  await page.getByLabel('Write a message').press('Enter');
  await expect(log).toContainText('waiting to send');
  for (const absentText of [', sent', fees]) await expect(log).not.toContainText(absentText);
  wire.isCut = false;
  await expectTexts(log, fees, /fees\?.*, sent/s);
  const storedMessages = await inTheDatabase(
    `select m.sender, m.text from chat_messages m join chat_rooms r on r.id = m.room_id
     join users u on u.id = r.user_id where u.email = $1 order by m.seq`,
    [user.email],
  );
  expect(storedMessages).toMatchObject([{ sender: 'user', text: 'What are your fees?' }, { sender: 'bot' }]);

  const release = await hold(page, '**/assets/DashboardPage-*.js');
  await page.goto('/dashboard');
  await press(page, 'Support chat');
  const panel = page.getByRole('region', { name: 'Support chat' });
  await expect(panel).toBeVisible();
  release();
  await page.waitForFunction(() => 'isHydrated' in globalThis);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await panel.getByLabel('Write a message').fill('I am here.');
  await expect(panel.getByLabel('Write a message')).toHaveValue('I am here.');
});
