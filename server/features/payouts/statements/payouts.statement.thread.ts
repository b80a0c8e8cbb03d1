import { createSemaphore } from '#server/lib/semaphore.ts';
import { startThread } from '#server/lib/thread.ts';
import type { StatementInput, StatementResult } from './payouts.statement.ts';

/** A file of 10 MB needs a part of this; one that needs more is refused. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const program = 'features/payouts/statements/payouts.statement.worker';
const maxMs = 60_000;
const tooLarge: StatementResult = { refusal: { code: 'statement_unreadable', line: 1, why: 'size', found: '' } };

// Statements are rare, and each takes the memory of a thread.
const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 10 });

/** `parseStatement` in a thread of its own, so that no other request waits for a large or hostile file. */
export async function readStatementFile(input: StatementInput): Promise<StatementResult> {
  return semaphore(
    () =>
      new Promise((resolve, reject) => {
        const source = new URL('./payouts.statement.worker.ts', import.meta.url);
        const worker = startThread(program, source, { resourceLimits, workerData: input });
        const end = (finish: () => void) => {
          clearTimeout(timer);
          void worker.terminate();
          finish();
        };
        const timer = setTimeout(() => end(() => resolve(tooLarge)), maxMs);
        worker.once('message', (result: StatementResult) => end(() => resolve(result)));
        worker.once('error', (error: NodeJS.ErrnoException) =>
          end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge) : reject(error))),
        );
      }),
  );
}
