import { test } from 'vitest';
import { applyAppearance, expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { admin, visitor } from './harness/users.ts';

const wide = { theme: 'dark', width: 1280, height: 800 } as const;

test('a visitor asks the assistant, is handed to the team, and has the answer of an agent in a minimised window', async () => {
  const page = await visitor('/contact');
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Assistant' });
  const log = panel.getByRole('log');
  await expect(log).toContainText('What would you like to know?');
  await expect(panel.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(panel).toContainText('Login for personalized support');
  const messageField = panel.getByLabel('Write a message');
  await messageField.fill('What does it cost?');
  await messageField.press('Enter');
  await expect(log).toContainText('Assistant is typing');
  await expect(log).toContainText('5% standard, 4% over $5,000.00 USD, 3% over $10,000.00 USD');
  await messageField.fill('My quinces are ripe');
  await messageField.press('Enter');
  await expect(log).toContainText('I don’t know that one. I’m bringing in our support team.');
  await expect(log).toContainText('You’re connected to our support team.');
  await messageField.fill('Are you still there?');
  await messageField.press('Enter');
  await expect(log).toContainText('Your message was sent to our support team.');

  const { page: adminPage } = await admin('/admin/agent-chat');
  await adminPage.getByLabel('Search rooms').fill('quinces are ripe');
  await adminPage.getByRole('button', { name: /Visitor, room .* Are you still there\?/ }).click();
  await expect(adminPage.getByRole('log')).toContainText('My quinces are ripe');
  await expect(adminPage.getByRole('log')).toContainText(/I don’t know that one\..*Assistant,/s);
  await expect(panel).toContainText('You’re talking to Support');
  await panel.getByRole('button', { name: 'Minimize' }).click();
  await expect(panel).toBeHidden();
  await adminPage.getByLabel('Write a message').fill('Yes. What about your quinces?');
  await adminPage.getByLabel('Write a message').press('Enter');
  const pill = page.getByRole('button', { name: 'Assistant 1 unread' });
  await expect(pill).toBeVisible();
  await expectGoodInEveryAppearance(page, 'assistant-minimised');
  await applyAppearance(page, wide);
  await page.getByRole('button', { name: 'Assistant, 1 unread' }).press('Enter');
  await expect(log).toContainText('Yes. What about your quinces?');
  await expect(pill).toBeHidden();
  await messageField.fill('They are for you');
  await messageField.press('Enter');
  await expect(adminPage.getByRole('log')).toContainText('They are for you');
  // Once an agent has joined, the assistant stops confirming each message.
  await expect(log).toContainText(/They are for you.*, seen/s);
  await expect(log.getByText('Your message was sent to our support team.')).toHaveCount(1);
  await messageField.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeFocused();

  // The same conversation is there after a reload and in the other window, with the bot's messages.
  await page.reload();
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  const history = ['What does it cost?', '5% standard', 'I don’t know that one', 'Yes. What about your quinces?'];
  for (const text of history) await expect(log).toContainText(text);
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  const support = page.getByRole('region', { name: 'Support chat' });
  for (const text of history) await expect(support.getByRole('log')).toContainText(text);
});
