import { expect, test } from 'vitest';
import { findBrowser } from './harness/browser.ts';

test('CHROMIUM_PATH comes first, then an installed browser', async () => {
  expect(await findBrowser('/opt/chrome', () => true)).toEqual({ path: '/opt/chrome', env: {} });
  expect(await findBrowser('', (path) => path === '/usr/bin/google-chrome')).toEqual({
    path: '/usr/bin/google-chrome',
    env: {},
  });
  await expect(findBrowser('/opt/chrome', () => false)).rejects.toThrow('does not exist');
});
