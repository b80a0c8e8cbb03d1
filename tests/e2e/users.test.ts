import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { decide } from './harness/sales.ts';
import { aCustomer, admin, ask, proveAgain } from './harness/users.ts';

test('the administrator finds a user, reads everything about them, corrects the name, blocks, unblocks and deletes them', async () => {
  const user = await aCustomer();
  const order = await placeSellOrder(user);

  const { page, user: boss } = await admin('/admin/users');
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(user.email);
  const row = page.getByRole('row', { name: new RegExp(user.email) });
  await expect(row).toContainText('Active');
  const tag = `lighthouse-${user.email.slice(4, 12)}`;
  const { token } = boss;
  const [found] = await ask<{ id: string }[]>('GET', `/api/admin/users?q=${encodeURIComponent(user.email)}`, { token });
  await ask('PUT', `/api/admin/users/${found?.id ?? ''}/tags`, { token, body: { tags: [tag] } });
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('');
  await page.getByLabel('Tag').fill(tag);
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`));
  await page.reload();
  await expect(page.getByLabel('Tag')).toHaveValue(tag);
  await expect(page.getByRole('row')).toHaveCount(2); // The head, and this user.
  await expect(row).toContainText(tag);
  // All filters of the list are on one line, equally high.
  const controls = [page.getByLabel('Tag'), page.getByRole('button', { name: 'Only mine' })];
  const line = await page.getByRole('searchbox', { name: 'Search by name or email' }).boundingBox();
  for (const control of controls)
    check(await control.boundingBox()).toMatchObject({ y: line?.y, height: line?.height });
  // The table needs more room than a tablet has.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('listitem').filter({ hasText: user.email })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await row.getByRole('link', { name: 'Open Ada Okafor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Ada Okafor' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: order.reference })).toBeVisible();
  await expect(dialog.getByText('+2348031234567')).toBeVisible();
  // It looks like the button that it is.
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true });
  await expect(remove).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await expect(dialog.getByRole('region', { name: 'Signed in on' }).getByRole('listitem').first()).toBeVisible();
  await expectGoodInEveryAppearance(page, 'users-person');

  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Adaeze');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('heading', { name: 'Adaeze Okafor' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Block' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Stolen proof of payment');
  await dialog.getByRole('button', { name: 'Block Adaeze Okafor' }).click();
  await proveAgain(page);
  await expect(dialog.getByText('Blocked: Stolen proof of payment')).toBeVisible();
  await expect(dialog.getByText('Not signed in anywhere.')).toBeVisible();
  await check(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('blocked');

  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await dialog.getByRole('button', { name: 'Unblock Adaeze Okafor' }).click();
  await expect(dialog.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await check(
    ask('POST', '/api/login', { body: { email: user.email, password: user.password } }),
  ).resolves.toHaveProperty('token');

  // Erased a day after their address was typed.
  await decide(order.id, 'rejected', 'No transfer has arrived.');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('textbox', { name: `Type ${user.email} to confirm` }).fill(user.email);
  await expectGoodInEveryAppearance(page, 'users-delete');
  await dialog.getByRole('button', { name: 'Delete Adaeze Okafor' }).click();
  await expect(page.getByText('User blocked; erased in 24 hours').first()).toBeVisible();
  await check(ask('POST', '/api/login', { body: user })).rejects.toThrow('blocked');
}, 120_000);
