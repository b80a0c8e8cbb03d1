import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectVisible, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { decide, placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, anAdmin, ask, askProven, passSureTime, proveAgain, type TestUser } from './harness/users.ts';

async function idOf({ token }: TestUser, { email }: TestUser): Promise<string> {
  const [foundUser] = await ask<{ id: string }[]>('GET', `/api/admin/users?q=${encodeURIComponent(email)}`, { token });
  return foundUser?.id ?? '';
}

test('the administrator finds a user, reads everything about them, blocks, unblocks and deletes them', async () => {
  const user = await aCustomer();
  const order = await placeSellOrder(user);

  const { page, user: owner } = await admin('/admin/users');
  const search = page.getByRole('searchbox', { name: 'Name, email or phone' });
  await search.fill(user.email);
  const row = page.getByRole('row', { name: new RegExp(user.email) });
  const tag = `lighthouse-${user.email.slice(4, 12)}`;
  await ask('PUT', `/api/admin/users/${await idOf(owner, user)}/tags`, { token: owner.token, body: { tags: [tag] } });
  await search.fill('');
  await page.getByLabel('Tag').fill(tag);
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`));
  await page.reload();
  await expect(page.getByLabel('Tag')).toHaveValue(tag);
  await expect(page.getByRole('row')).toHaveCount(2); // The header row, and this user.
  await expect(row).toContainText(tag);
  // All filters of the list are on one line, equally high.
  const controls = [page.getByLabel('Tag'), page.getByRole('button', { name: 'Assigned to me' })];
  const line = await search.boundingBox();
  for (const control of controls)
    check(await control.boundingBox()).toMatchObject({ y: line?.y, height: line?.height });
  // The table needs more room than a tablet has.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('listitem').filter({ hasText: user.email })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await row.getByRole('link', { name: 'Open Ada Okafor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Ada Okafor' })).toBeVisible();
  await expectVisible(dialog.getByRole('link', { name: order.reference }), dialog.getByText('+2348031234567'));
  await expect(dialog.getByRole('region', { name: 'Signed in on' }).getByRole('listitem').first()).toBeVisible();
  await expectGoodInEveryAppearance(page, 'users-person');

  const menu = dialog.getByRole('button', { name: 'Actions for Ada Okafor' });
  await menu.click();
  await press(dialog, 'Block');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Stolen proof of payment');
  await passSureTime(owner);
  expectError(page, /403 POST .*block/);
  await press(dialog, 'Block Ada Okafor');
  await proveAgain(page);
  await expect(dialog.getByText('Blocked: Stolen proof of payment')).toBeVisible();
  await expect(dialog.getByText('Not signed in anywhere.')).toBeVisible();
  await check(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('blocked');

  await menu.click();
  await press(dialog, 'Unblock', true);
  await press(dialog, 'Unblock Ada Okafor');
  // The question is gone once the server has unblocked.
  await expect(menu).toBeVisible();
  await expect(dialog.getByText('Blocked: Stolen proof of payment')).toHaveCount(0);
  await check(ask('POST', '/api/login', { body: user })).resolves.toHaveProperty('token');

  // The product erases a user a day after their address was typed.
  await decide(order.id, 'rejected', 'No transfer has arrived.');
  await menu.click();
  await press(dialog, 'Delete', true);
  await dialog.getByRole('textbox', { name: `Type ${user.email} to confirm` }).fill(user.email);
  await expectGoodInEveryAppearance(page, 'users-delete');
  await press(dialog, 'Delete Ada Okafor');
  await expect(page.getByText('User blocked; erased in 24 hours').first()).toBeVisible();
  await check(ask('POST', '/api/login', { body: user })).rejects.toThrow('blocked');
});

test('the administrator finds the author of a change, follows one user, and sees an intact log', async () => {
  const customer = await aCustomer();
  const account = await anAdmin();
  const id = await idOf(account, customer);
  await askProven(account, 'POST', `/api/admin/users/${id}/block`, { reason: 'Stolen proof of payment' });

  const { page } = await admin('/admin/audit-log');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(page.getByText(/entries are sealed/)).toBeVisible();
  // Other tests block their own users meanwhile.
  const blockedRow = rows.filter({ hasText: 'Blocked the user', has: page.getByTitle(id, { exact: true }) }).first();
  await expect(blockedRow).toContainText(account.email);
  await blockedRow.getByText('Reason: Stolen proof of payment').click();
  await expect(blockedRow.getByRole('definition').first()).toBeVisible();
  // No column is cut by the edge of the table.
  const table = page.getByRole('group', { name: 'Audit log' });
  check(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await expect(button(blockedRow, `Copy the ID ${id}`)).toBeVisible();
  await blockedRow.getByRole('link', { name: 'Everything done to this' }).click();
  await expect(page).toHaveURL(/subjectId=/);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await press(page, 'Show everything');

  await press(page, 'Verify now');
  await expect(page.getByText(/^Verified .* entries, no difference\.$/)).toBeVisible();
});
