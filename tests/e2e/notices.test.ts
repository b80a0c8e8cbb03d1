import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { aMember, as } from './harness/users.ts';

test('a member sets quiet hours in their own time zone and a digest, and finds them again', async () => {
  // The administrator gets mails at once that other tests read.
  const user = await aMember('reviewer');
  const page = await as(user, '/admin/account');
  const switchNamed = (name: string) => page.getByRole('switch', { name, exact: true });
  await switchNamed('At most one message every 15 minutes').click();
  await expect(switchNamed('At most one message every 15 minutes')).toBeChecked();
  await switchNamed('Quiet hours').click();
  const hours = { from: page.getByLabel('From', { exact: true }), to: page.getByLabel('To', { exact: true }) };
  await hours.from.fill('21:30');
  await hours.to.fill('21:30');
  await press(page, 'Save quiet hours');
  await expect(page.getByText('Quiet hours must end at another time than they begin.').first()).toBeVisible();
  await hours.to.fill('06:15');
  await page.getByLabel('Time zone').selectOption('Africa/Lagos');
  await press(page, 'Save quiet hours');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'notices');

  const secondPage = await as(user, '/admin/account');
  await expect(secondPage.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await expect(secondPage.getByLabel('Time zone')).toHaveValue('Africa/Lagos');
  await secondPage.getByRole('switch', { name: 'Quiet hours', exact: true }).click();
  await expect(button(secondPage, 'Save quiet hours')).toBeHidden();
  await secondPage.getByRole('switch', { name: 'At most one message every 15 minutes', exact: true }).click();
  await expect(
    secondPage.getByRole('switch', { name: 'At most one message every 15 minutes', exact: true }),
  ).not.toBeChecked();
  await secondPage.reload();
  await expect(secondPage.getByRole('switch', { name: 'Quiet hours', exact: true })).not.toBeChecked();
});
