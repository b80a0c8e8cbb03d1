import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listSessions } from '#shared/auth/auth.account.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const device = { ...blankOf(listSessions.response.element), isCurrent: true, ip: '203.0.113.7' };
const noNotices = { isOffered: false, linkedAt: null, quiet: null, digest: false, lastSentAt: null };
const open = (userAgent: string) =>
  renderAdmin('/admin/account', { 'GET /api/sessions': [{ ...device, userAgent }], 'GET /api/telegram': noNotices });

test('a member chooses the theme and the height of rows, of which one always stays chosen', async () => {
  await open('curl/8.0');
  for (const [name, value] of [
    ['theme', 'light'],
    ['theme', 'dark'],
    ['density', 'compact'],
    ['density', 'roomy'],
  ] as const) {
    const text = t(`settings.admin:browser.${value}`);
    await press(text);
    // A second press takes nothing away.
    await press(text);
    const group = within(await screen.findByRole('group', { name: t(`settings.admin:browser.${name}`) }));
    const chosen = group.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(chosen).toEqual([text]);
  }
});

test('a member whose browser has no known name reads that it is this one', async () => {
  await open('curl/8.0');
  await expectText(t('auth.account:devices.current'));
  await expectText('203.0.113.7');
  expect(screen.queryByText(t('auth.account:devices.unknown'))).toBeNull();
});

test('a member reads the name of a known browser, and below it that it is this one', async () => {
  await open('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  await expectText('Firefox, Linux');
  await expectText(new RegExp(t('auth.account:devices.current')));
});
