import { expect, test } from 'vitest';
import { findBrowser } from './harness/browser.ts';

test('CHROMIUM_PATH is used first, then npm’s browser, then an installed one', async () => {
  expect(await findBrowser('/opt/chrome', () => true)).toEqual({ path: '/opt/chrome', env: {} });
  await expect(findBrowser('/opt/chrome', () => false)).rejects.toThrow('does not exist');
  expect((await findBrowser('', () => true, true)).path).toContain('.cache');
  expect(await findBrowser('', (path) => path === '/usr/bin/google-chrome', false)).toEqual({
    path: '/usr/bin/google-chrome',
    env: {},
  });
  await expect(findBrowser('', () => false, false)).rejects.toThrow('No Chromium was found');
});
