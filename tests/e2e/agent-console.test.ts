import { test } from 'vitest';
import { applyAppearance, expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { expectNoAxeViolations } from './harness/page.ts';
import { admin, ask, customer } from './harness/users.ts';

const wide = { theme: 'dark', width: 1440, height: 900 } as const;

test('an agent sees who writes and who asked for a person before, answers with the keyboard alone, puts the conversation away and finds it again', async () => {
  const { user, page } = await customer('/dashboard');
  await ask('PUT', '/api/profile', { token: user.token, body: { language: 'es' } });
  await applyAppearance(page, wide);
  await page.getByRole('button', { name: 'Support chat' }).click();
  const panel = page.getByRole('region', { name: 'Support chat' });
  await panel.getByLabel('Write a message').fill('I want to speak to someone about my marzipan sale');
  await panel.getByLabel('Write a message').press('Enter');
  await expect(panel.getByRole('log')).toContainText(
    `A person will get back to you here and by email at ${user.email}`,
  );

  const { page: adminPage } = await admin('/admin/agent-chat');
  await applyAppearance(adminPage, wide);
  await expect(adminPage.getByRole('link', { name: /Agent Chat.*waits?/ })).toBeVisible();
  const row = adminPage.getByRole('button', { name: /Ada Okafor.*marzipan/ });
  await expect(row).toContainText('1 unread');
  await expect(row).toContainText('asks for a person');
  // What stands in the conversation is not listed a second time.
  const requests = adminPage.getByRole('region', { name: /Asked for an agent/ });
  await expect(requests.getByText(user.email)).toHaveCount(0);
  await expect(row).toContainText('In the chat now');
  await row.focus();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByText('New messages')).toBeVisible();
  await expect(adminPage.getByLabel('Write a message')).toBeFocused();
  const details = adminPage.getByRole('complementary', { name: 'Customer' });
  await expect(details).toContainText(user.email);
  await expect(details).toContainText('Nigeria');
  await details.getByLabel('New note').fill('Prefers marzipan');
  await details.getByRole('button', { name: 'Save note' }).click();
  await expect(details.getByRole('list', { name: 'Notes' })).toContainText('Prefers marzipan');
  await expect(details.getByRole('link', { name: 'Open profile' })).toHaveAttribute('href', /\/admin\/users\?user=/);
  await adminPage.getByRole('button', { name: 'Assign to me' }).click();
  await expect(adminPage.getByRole('button', { name: 'Assign to me' })).toBeHidden();
  await expect(details).toContainText(/Assigned to: (?!Nobody)/);
  await details.getByRole('button', { name: 'Hand over' }).click();
  const handOver = adminPage.getByRole('dialog', { name: 'Hand over the conversation' });
  await handOver.getByLabel('Assigned to').selectOption({ label: 'Nobody' });
  await handOver.getByLabel('Note for your colleague').fill('Wait for the bank.');
  await handOver.getByRole('button', { name: 'Hand over' }).click();
  await expect(details.getByRole('list', { name: 'Notes' })).toContainText('Wait for the bank.');
  await expect(details).toContainText('Assigned to: Nobody');
  await adminPage.getByRole('button', { name: 'Unassigned' }).click();
  await expect(adminPage).toHaveURL(/assignee=none/);
  await expect(row).toBeVisible();
  await adminPage.getByRole('button', { name: 'Assign to me' }).click();
  await expect(row).toBeHidden();
  await adminPage.getByRole('button', { name: 'Mine' }).click();
  await expect(row).toContainText('Assigned to');
  await expectGoodInEveryAppearance(adminPage, 'agent-console');
  await applyAppearance(adminPage, wide);

  const messageField = adminPage.getByLabel('Write a message');
  await messageField.focus();
  await adminPage.keyboard.type('/times');
  await expect(adminPage.getByRole('option', { name: /Payout times/ })).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeViolations(adminPage);
  await adminPage.keyboard.press('Enter');
  await expect(messageField).toHaveValue(/^Su transferencia: /);
  const spanish = adminPage.getByRole('button', { name: 'Replies in Español' });
  await expect(spanish).toHaveAttribute('aria-pressed', 'true');
  await spanish.click();
  await adminPage.getByRole('button', { name: 'Payout times' }).click();
  await expect(messageField).toHaveValue(/^Your transfer takes 10 to 60 minutes/);
  await adminPage.keyboard.press('Enter');
  await expect(panel.getByRole('log')).toContainText('Your transfer takes 10 to 60 minutes');
  await expect(panel).toContainText('You’re talking to Support');
  await expect(adminPage.getByText('New messages')).toBeHidden();
  await expect(adminPage.getByRole('heading', { name: 'Ada Okafor' })).toBeVisible();

  await adminPage.getByRole('button', { name: 'Sound', pressed: true }).click();
  await adminPage.getByRole('button', { name: 'Close chat' }).click();
  await expect(panel.getByRole('log')).toContainText('Our team has closed this conversation');
  await expect(adminPage.getByRole('button', { name: 'Reopen chat' })).toBeVisible();

  // Another day: the sound is still off, and old text finds the closed conversation.
  await adminPage.goto('/admin/agent-chat');
  await expect(adminPage.getByRole('button', { name: 'Sound', pressed: false })).toBeVisible();
  await adminPage.getByLabel('Search rooms').fill('marzipan');
  await adminPage.getByRole('button', { name: 'Closed', exact: true }).click();
  const only = adminPage.getByRole('button', { name: /Ada Okafor/ });
  await expect(only).toHaveCount(1); // The list before stays in sight until this one has come.
  await only.click();
  await expect(details.getByRole('list', { name: 'Notes' })).toContainText('Prefers marzipan');
  await adminPage.getByRole('button', { name: 'Reopen chat' }).click();
  await expect(adminPage.getByRole('button', { name: 'Close chat' })).toBeVisible();
});
