import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { openFolder } from '#tests/setup/folder.ts';
import { runInThread } from './thread-task.ts';

afterEach(() => void vi.useRealTimers());
const folder = openFolder();
const maxMs = 30_000;

/** Runs a program that hands over one item, and ends as `once taken` says. */
function run(onceTaken: string, onItems: () => void) {
  const path = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', () => ${onceTaken});
     parentPort.postMessage({ items: [1] });`,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return runInThread<string, number, string>({
    program: 'none',
    source: pathToFileURL(path),
    workerData: undefined,
    limits: { heapMb: 32, youngMb: 8, maxMs },
    tooLarge: 'too large',
    onItems,
  });
}

test('a file is not refused as too large because the database was slow', async () => {
  const readingTask = run(`parentPort.postMessage({ result: 'read' })`, () => void vi.advanceTimersByTime(2 * maxMs));
  expect(await readingTask).toBe('read');
});

test('a file that takes too long to read is refused as too large, even after a slow database', async () => {
  let parts = 0;
  let isOver = false;
  const itemsTask = run('parentPort.postMessage({ items: [1] })', () => {
    vi.advanceTimersByTime(2 * maxMs);
    parts += 1;
    // The clock advances between two parts, while the thread reads; after the last part another test may own it.
    setImmediate(() => setImmediate(() => isOver || vi.advanceTimersByTime(maxMs / 4)));
  });
  const result = await itemsTask;
  isOver = true;
  expect(result).toBe('too large');
  expect(parts).toBeGreaterThan(1);
});
