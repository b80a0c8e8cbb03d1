import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#server/lib/safe-error.ts';

/** The file of the generated admin password, which the operator reads. */
export const adminPasswordFile = (dataDir: string) => join(dataDir, 'admin-password.txt');

/** Returns the secret in `dataDir/<name>`, made the first time; of two processes one creates it, both read it. */
export function persistedSecret(dataDir: string, name: string): { value: string; isNew: boolean } {
  makeFolder(dataDir, 0o700);
  const path = join(dataDir, name);
  const newSecret = randomBytes(32).toString('base64url');
  try {
    writeFileSync(path, `${newSecret}\n`, { mode: 0o600, flag: 'wx' });
    return { value: newSecret, isNew: true };
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return { value: readFileSync(path, 'utf8').trim(), isNew: false };
  }
}

// Not `recursive`: Node tries without end where a folder is there but takes no other, as /proc does.
function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The secrets that were generated here and belong to a backup: encrypted values are unreadable without them. */
export function localSecretFiles(dataDir: string): { name: string; from: string }[] {
  const names = ['jwt-secret', 'encryption-key', 'admin-password.txt'];
  return names.map((name) => ({ name, from: join(dataDir, name) })).filter(({ from }) => existsSync(from));
}
