import { afterEach, expect, test, vi } from 'vitest';
import { clearTab, readTab, writeTab } from './tab.ts';

afterEach(() => vi.unstubAllGlobals());

/** As a browser does that blocks storage: even to ask for it throws. */
function blockStorage(): void {
  vi.stubGlobal('sessionStorage', undefined);
}

test('a browser that blocks storage keeps a draft until it is emptied, and then knows nothing of it', () => {
  blockStorage();
  writeTab('note:a', 'Asked for a receipt');
  expect(readTab('note:a')).toBe('Asked for a receipt');
  writeTab('note:a', '');
  // An empty text would stand before what the desk has noted.
  expect(readTab('note:a')).toBeNull();
});

test('what a person drafted where storage is blocked goes with their session', () => {
  blockStorage();
  writeTab('note:a', 'Asked for a receipt');
  clearTab();
  expect(readTab('note:a')).toBeNull();
});
