import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestName, readVerified } from './manifest.ts';

test('an operator whose backup lost a table is told which file is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-backup-'));
  const table = { name: 'users', columns: ['id'], file: 'users.copy.gz', sha256: '0' };
  const manifest = { madeAt: '2026-11-22T03:00:00.000Z', migrations: [], tables: [table], sequences: [] };
  await writeFile(join(folder, manifestName), JSON.stringify(manifest));
  await expect(readVerified(folder)).rejects.toThrow('users.copy.gz of the backup is missing or cannot be read.');
  await writeFile(join(folder, table.file), 'something else');
  await expect(readVerified(folder)).rejects.toThrow('users.copy.gz in the backup is damaged.');
  await rm(folder, { recursive: true });
});
