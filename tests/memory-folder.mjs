import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const shared = '/dev/shm';
const prefix = 'landfall-tests-';
/** Space for some hundred databases of a run, with a reserve for the programs: in bytes. */
const wanted = 10 * 1024 ** 3;

/**
 * Makes an in-memory folder for the temporary files of the tests: databases on a disk take a sixth more CPU time and a
 * quarter more time. Undefined without such a place, or if memory is short. It is removed when this process ends.
 */
export function memoryFolder() {
  if (!existsSync(shared) || !mayRunPrograms()) return undefined;
  removeLeft();
  const { bavail, bsize } = statfsSync(shared);
  if (Math.min(bavail * bsize, availableMemory()) < wanted) return undefined;
  const folder = mkdtempSync(join(shared, `${prefix}${process.pid}-`));
  // Same mode as /tmp: the embedded database runs as another user if the tests run as root.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Containers often mount it with noexec: a test that starts as another user has the PostgreSQL programs there. */
function mayRunPrograms() {
  const [, options = ''] =
    new RegExp(`^\\S+ ${shared} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  return options !== '' && !options.split(',').includes('noexec');
}

/** Removes the folders of runs that were killed. */
function removeLeft() {
  for (const name of readdirSync(shared)) {
    const pid = name.startsWith(prefix) ? parseInt(name.slice(prefix.length), 10) : process.pid;
    if (pid !== process.pid && !existsSync(`/proc/${pid}`))
      rmSync(join(shared, name), { recursive: true, force: true });
  }
}

/** Free memory including reclaimable caches, which `os.freemem` leaves out. */
function availableMemory() {
  const [, kilobytes = '0'] = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
