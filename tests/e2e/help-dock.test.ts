import { test } from 'vitest';
import { applyAppearance, expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { customer, visitor } from './harness/users.ts';

const phone = { theme: 'dark', width: 360, height: 740 } as const;

test('on a phone one button in the header leads to all help, covers neither a field nor a figure, and a failed request keeps what was typed', async () => {
  const page = await visitor('/register', { viewport: { width: 320, height: 640 } });
  const help = page.getByRole('button', { name: 'Help', exact: true });
  await expect(page.getByRole('banner').getByRole('button', { name: 'Help', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(help).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(help).toBeInViewport();
  await help.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Help' });
  await expect(sheet.getByRole('listitem')).toHaveText([/Support chat/, /Assistant/]);
  await expectGoodInEveryAppearance(page, 'help-sheet');
  await applyAppearance(page, phone);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(help).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: /Support chat/ }).press('Enter');

  const chat = page.getByRole('dialog', { name: 'Support chat' });
  await chat.getByRole('button', { name: 'Talk to an agent' }).press('Enter');
  await chat.getByLabel('Your email address').fill('phone@example.com');
  expectError(page, /agent-request/);
  await page.route('**/api/agent-request', (route) => route.abort());
  await chat.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(chat.getByRole('log')).toContainText(
    'Sorry, there was an error submitting your request. Please try again or contact support directly at support@landfall.test',
  );
  await expect(chat.getByLabel('Your email address')).toHaveValue('phone@example.com');
  await page.unroute('**/api/agent-request');
  await chat.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(chat.getByLabel('Your email address')).toBeHidden();
  await expect(chat.getByRole('log')).toBeFocused();
  await expect(chat.getByRole('log')).toContainText('We’ll answer you here or at phone@example.com');

  // Without a line a message waits; what was begun is there again when the window is opened again.
  expectError(page, /WebSocket|ERR_INTERNET_DISCONNECTED/);
  const messageField = chat.getByLabel('Write a message');
  await page.context().setOffline(true);
  await expect(chat.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await messageField.fill('I still want a human');
  await messageField.press('Enter');
  await expect(chat.getByRole('log')).toContainText('waiting to send');
  await page.context().setOffline(false);
  await expect(chat.getByRole('log')).not.toContainText('waiting to send', { timeout: 40_000 });
  await messageField.fill('Unfinished');
  await chat.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open Live Chat' }).click();
  await expect(messageField).toHaveValue('Unfinished');
});

test('in a wizard help stands in the header and nothing floats above the steps', async () => {
  const { page } = await customer('/sell');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Help' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Support chat' })).toBeHidden();
  await header.getByRole('button', { name: 'Help' }).click();
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByRole('button', { name: /Assistant/ })
    .click();
  const panel = page.getByRole('region', { name: 'Assistant' });
  await expect(panel.getByRole('log')).toContainText('What would you like to know?');
  await expect(panel.getByRole('link', { name: 'Login' })).toBeHidden();
  await panel.getByRole('button', { name: 'Close the chat' }).click();
  await expect(panel).toBeHidden();
});
