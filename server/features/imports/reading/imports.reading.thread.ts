import { createSemaphore } from '#server/lib/semaphore.ts';
import { runInThread } from '#server/lib/thread-task.ts';
import type { ImportRefusal } from './imports.columns.ts';
import type { ImportInput, ReadImport, ReadLine } from './imports.reading.ts';

type ReadingRefusal = { refusal: ImportRefusal };
type ReadFile = Omit<ReadImport, 'lines'>;
const sizeRefusal: ReadingRefusal = { refusal: { code: 'unreadable', line: 1, why: 'size' } };
const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 10 });

/** `readImport` in a thread of its own, which hands over some lines at a time, in their order. */
export async function readImportFile(
  input: ImportInput,
  onLines: (lines: ReadLine[]) => Promise<void>,
): Promise<ReadFile | ReadingRefusal> {
  return semaphore(() =>
    runInThread<ReadFile | ReadingRefusal, ReadLine, ReadingRefusal>({
      program: 'features/imports/reading/imports.reading.worker',
      source: new URL('./imports.reading.worker.ts', import.meta.url),
      workerData: input,
      limits: { heapMb: 96, youngMb: 8, maxMs: 30_000 },
      tooLarge: sizeRefusal,
      onItems: onLines,
    }),
  );
}
