import { expect, test } from 'vitest';
import { templateOf } from './imports.template.ts';

test('a member downloads a file with headings alone, which spreadsheets read in any script', async () => {
  const { blob, name } = templateOf('customers', (field) => `«${field}»`);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect(await blob.text()).toContain('«firstName»,«lastName»,«email»,«mobileNumber»,«country»,«note»\r\n');
  expect(name).toBe('customers.csv');
});
