import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env/env.ts';
import type { Reporter } from '../lib/log.ts';
import { codeOf } from '../lib/safe-error.ts';

const sticky = 0o1000;
const othersMask = 0o077;
const othersReadMask = 0o066;

/**
 * Closes the folders that the product fills in DATA_DIR to other users of the machine, should they be open.
 * Folders that the operator made are left as they are: the log warns which of them others can read or write.
 */
export async function closeFolders(
  { dataDir, storage, mail }: Pick<Env, 'dataDir' | 'storage' | 'mail'>,
  log: Reporter,
): Promise<void> {
  // Windows has no such modes.
  if (!process.getuid) return;
  const ownFiles = join(dataDir, 'files');
  for (const folder of [join(dataDir, 'tmp'), ownFiles, mail.outboxDir]) await close(folder, process.getuid());
  await reportOpen('DATA_DIR', dataDir, log);
  if (storage.kind === 'file' && storage.folder !== ownFiles) await reportOpen('STORAGE_URL', storage.folder, log);
}

async function close(folder: string, user: number): Promise<void> {
  const folderMode = await modeOf(folder);
  // A folder of another user, or of all like /tmp, is not ours to close.
  if (!folderMode || folderMode.uid !== user || folderMode.mode & sticky || !(folderMode.mode & othersMask)) return;
  await chmod(folder, 0o700);
}

async function reportOpen(setting: string, folder: string, log: Reporter): Promise<void> {
  const folderMode = await modeOf(folder);
  if (!folderMode || !(folderMode.mode & othersReadMask)) return;
  const mode = (folderMode.mode & 0o777).toString(8);
  log.warn({ folder, mode }, `${setting}: other users of this machine can look into this folder; chmod 700 closes it`);
}

async function modeOf(folder: string): Promise<{ uid: number; mode: number } | undefined> {
  try {
    return await stat(folder);
  } catch (error) {
    // A folder that does not exist, or is named below a file, is reported by the code that writes there.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
