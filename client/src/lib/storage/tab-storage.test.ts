import { afterEach, expect, test, vi } from 'vitest';
import { clearTabStorage, readTabItem, writeTabItem } from './tab-storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** As in a browser that blocks storage: even accessing it throws. */
function blockStorage(): void {
  vi.stubGlobal('sessionStorage', undefined);
}

test('a browser that blocks storage keeps a draft until it is emptied, and then knows nothing of it', () => {
  blockStorage();
  writeTabItem('note:a', 'Asked for a receipt');
  expect(readTabItem('note:a')).toBe('Asked for a receipt');
  writeTabItem('note:a', '');
  // An empty text would hide the team's stored note.
  expect(readTabItem('note:a')).toBeNull();
});

test('what a person drafted where storage is blocked goes with their session', () => {
  blockStorage();
  writeTabItem('note:a', 'Asked for a receipt');
  clearTabStorage();
  expect(readTabItem('note:a')).toBeNull();
});
