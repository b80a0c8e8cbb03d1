import { test } from 'vitest';
import { applyAppearance, expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectHidden, expectTexts, heading, press, sendMessage } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { expectError, expectNoAxeViolations } from './harness/page.ts';
import { admin, ask, customer, visitor } from './harness/users.ts';

const phone = { theme: 'dark', width: 360, height: 740 } as const;
const wide = { theme: 'dark', width: 1440, height: 900 } as const;

test('a visitor asks the bot, and gets an agent’s answer in a minimised window', async () => {
  const page = await visitor('/contact');
  await press(page, 'Assistant', true);
  const panel = page.getByRole('region', { name: 'Assistant' });
  const log = panel.getByRole('log');
  await expect(log).toContainText('What would you like to know?');
  await expect(panel.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(panel).toContainText('Login for personalized support');
  await sendMessage(panel, 'What does it cost?');
  await expect(log).toContainText('5% standard');
  await sendMessage(panel, 'My quinces are ripe');
  await expectTexts(
    log,
    'I don’t know that one. I’m bringing in our support team.',
    'You’re connected to our support team.',
  );
  await sendMessage(panel, 'Are you still there?');
  await expect(log).toContainText('Your message was sent to our support team.');

  const { page: agentPage } = await admin('/admin/agent-chat');
  await agentPage.getByLabel('Search rooms').fill('quinces are ripe');
  await press(agentPage, /Visitor, room .* Are you still there\?/);
  await expectTexts(agentPage.getByRole('log'), 'My quinces are ripe', /I don’t know that one\..*Assistant,/s);
  await expect(panel).toContainText('You’re talking to Support');
  await press(panel, 'Minimize');
  await expect(panel).toBeHidden();
  await sendMessage(agentPage, 'Yes. What about your quinces?');
  const pill = button(page, 'Assistant 1 unread');
  await expect(pill).toBeVisible();
  await expectGoodInEveryAppearance(page, 'assistant-minimised');
  await applyAppearance(page, wide);
  await button(page, 'Assistant, 1 unread').press('Enter');
  await expect(log).toContainText('Yes. What about your quinces?');
  await expect(pill).toBeHidden();
  await sendMessage(panel, 'They are for you');
  await expect(agentPage.getByRole('log')).toContainText('They are for you');
  // Once an agent has joined, the assistant stops confirming each message.
  await expect(log).toContainText(/They are for you.*, seen/s);
  await expect(log.getByText('Your message was sent to our support team.')).toHaveCount(1);
  await panel.getByLabel('Write a message').press('Escape');
  await expect(panel).toBeHidden();
  await expect(button(page, 'Assistant', true)).toBeFocused();

  // A reload shows the conversation again, also in the other window, with the bot's messages.
  await page.reload();
  const history = ['What does it cost?', '5% standard', 'I don’t know that one', 'Yes. What about your quinces?'];
  await press(page, 'Assistant', true);
  await expectTexts(log, ...history);
  await press(page, 'Open Live Chat');
  await expectTexts(page.getByRole('region', { name: 'Support chat' }).getByRole('log'), ...history);
});

test('a visitor on a phone finds all help behind one button, and a failed request loses no text', async () => {
  const page = await visitor('/register', { viewport: { width: 320, height: 640 } });
  const help = button(page, 'Help', true);
  await expect(button(page.getByRole('banner'), 'Help', true)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
  await expect(heading(page)).toHaveText('Contact Us');
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(help).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(help).toBeInViewport();
  await help.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Help' });
  await expect(sheet.getByRole('listitem')).toHaveText([/Support chat/, /Assistant/]);
  await expectGoodInEveryAppearance(page, 'help-sheet');
  await applyAppearance(page, phone);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(help).toBeFocused();
  await page.keyboard.press('Enter');
  await button(sheet, /Support chat/).press('Enter');

  const chat = page.getByRole('dialog', { name: 'Support chat' });
  const email = chat.getByLabel('Your email address');
  const submit = button(chat, 'Submit');
  await button(chat, 'Talk to an agent').press('Enter');
  await email.fill('phone@example.com');
  expectError(page, /agent-request/);
  await page.route('**/api/agent-request', (route) => route.abort(), { times: 1 });
  await submit.press('Enter');
  await expect(chat.getByRole('log')).toContainText(
    'Sorry, there was an error submitting your request. Please try again or contact support directly at ' +
      'support@landfall.test',
  );
  await expect(email).toHaveValue('phone@example.com');
  await submit.press('Enter');
  await expect(email).toBeHidden();
  await expect(chat.getByRole('log')).toBeFocused();
  await expect(chat.getByRole('log')).toContainText('We’ll answer you here or at phone@example.com');
  await chat.getByLabel('Write a message').fill('Unfinished');
  await press(chat, 'Close');
  await press(page, 'Open Live Chat');
  await expect(chat.getByLabel('Write a message')).toHaveValue('Unfinished');
});

test('an agent answers with the keyboard alone, closes the conversation and searches for it', async () => {
  const { user, page } = await customer('/dashboard');
  await ask('PUT', '/api/profile', { token: user.token, body: { language: 'es' } });
  await press(page, 'Support chat');
  const panel = page.getByRole('region', { name: 'Support chat' });
  await sendMessage(panel, 'I want to speak to someone about my marzipan sale');
  await expect(panel.getByRole('log')).toContainText(
    `A person will get back to you here and by email at ${user.email}`,
  );

  const { page: agentPage } = await admin('/admin/agent-chat');
  await applyAppearance(agentPage, wide);
  await expect(agentPage.getByRole('link', { name: /Agent Chat.*waits?/ })).toBeVisible();
  const row = button(agentPage, /Ada Okafor.*marzipan/);
  await expectTexts(row, '1 unread', 'asks for a person', 'In the chat now');
  // A call that is open as a conversation is not listed again.
  await expect(agentPage.getByRole('region', { name: /Asked for an agent/ }).getByText(user.email)).toHaveCount(0);
  await row.press('Enter');
  await expect(agentPage.getByText('New messages')).toBeVisible();
  const message = agentPage.getByLabel('Write a message');
  await expect(message).toBeFocused();
  const details = agentPage.getByRole('complementary', { name: 'Customer' });
  const notes = details.getByRole('list', { name: 'Notes' });
  await expectTexts(details, user.email, 'Nigeria');
  await details.getByLabel('New note').fill('Prefers marzipan');
  await press(details, 'Save note');
  await expect(notes).toContainText('Prefers marzipan');
  await expect(details.getByRole('link', { name: 'Open profile' })).toHaveAttribute('href', /\/admin\/users\?user=/);
  await press(agentPage, 'Assign to me');
  await expectHidden(button(agentPage, 'Assign to me'));
  await expect(details).toContainText(/Assigned to: (?!Nobody)/);
  await press(agentPage, 'Mine');
  await expect(row).toContainText('Assigned to');
  await expectGoodInEveryAppearance(agentPage, 'agent-console');
  await applyAppearance(agentPage, wide);

  await message.focus();
  await agentPage.keyboard.type('/times');
  await expect(agentPage.getByRole('option', { name: /Payout times/ })).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeViolations(agentPage);
  await agentPage.keyboard.press('Enter');
  await expect(message).toHaveValue(/^Su transferencia: /);
  await expect(button(agentPage, 'Replies in Español')).toHaveAttribute('aria-pressed', 'true');
  await agentPage.keyboard.press('Enter');
  await expect(panel.getByRole('log')).toContainText('Su transferencia: ');
  await expect(panel).toContainText('You’re talking to Support');
  await expect(agentPage.getByText('New messages')).toBeHidden();

  await agentPage.getByRole('button', { name: 'Sound', pressed: true }).click();
  await press(agentPage, 'Close chat');
  await expect(panel.getByRole('log')).toContainText('Our team has closed this conversation');
  await expect(button(agentPage, 'Reopen chat')).toBeVisible();

  // On another day the sound is still off, and old text finds the closed conversation.
  await agentPage.goto('/admin/agent-chat');
  await expect(agentPage.getByRole('button', { name: 'Sound', pressed: false })).toBeVisible();
  await agentPage.getByLabel('Search rooms').fill('marzipan');
  await press(agentPage, 'Closed', true);
  const onlyRoom = button(agentPage, /Ada Okafor/);
  await expect(onlyRoom).toHaveCount(1); // The previous list stays in view until this one has loaded.
  await onlyRoom.click();
  await expect(notes).toContainText('Prefers marzipan');
  await press(agentPage, 'Reopen chat');
  await expect(button(agentPage, 'Close chat')).toBeVisible();
});
