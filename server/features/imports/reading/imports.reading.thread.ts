import { createSemaphore } from '#server/lib/semaphore.ts';
import { runInThread } from '#server/lib/thread-task.ts';
import type { ImportRefusal } from './imports.columns.ts';
import type { ImportInput, ReadImport, ReadLine } from './imports.reading.ts';

type Refused = { refusal: ImportRefusal };
const tooLarge: Refused = { refusal: { code: 'unreadable', line: 1, why: 'size' } };
const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 10 });

/** `readImport` in a thread of its own. */
export async function readImportFile(input: ImportInput): Promise<ReadImport | Refused> {
  const lines: ReadLine[] = [];
  const result = await semaphore(() =>
    runInThread<ReadImport | Refused, ReadLine, Refused>({
      program: 'features/imports/reading/imports.reading.worker',
      source: new URL('./imports.reading.worker.ts', import.meta.url),
      workerData: input,
      limits: { heapMb: 192, maxMs: 30_000 },
      tooLarge,
      onItems: (part) => {
        for (const line of part) lines.push(line);
      },
    }),
  );
  return 'refusal' in result ? result : { ...result, lines };
}
