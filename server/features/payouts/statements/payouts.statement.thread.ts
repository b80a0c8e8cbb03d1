import { createSemaphore } from '#server/lib/semaphore.ts';
import { runInThread } from '#server/lib/thread-task.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { PreviewInput, PreviewResult } from './payouts.statement.preview.ts';
import type { StatementInput, StatementLine, StatementRefusal, StatementResult } from './payouts.statement.ts';

type ReadingRefusal = { refusal: StatementRefusal };

const sizeRefusal: ReadingRefusal = { refusal: { code: 'statement_unreadable', line: 1, why: 'size', found: '' } };

// Statements are rare, and each takes the memory of a thread.
const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 10 });

/** `parseStatement` in a thread of its own. */
export async function readStatementFile(input: StatementInput): Promise<StatementResult> {
  const lines: StatementLine[] = [];
  const result = await inThread<StatementResult>({ statement: input }, (part) => {
    for (const line of part) lines.push(line);
  });
  return 'refusal' in result ? result : { ...result, statement: { ...result.statement, lines } };
}

/** `previewStatement` in a thread of its own. */
export async function previewStatementFile(input: PreviewInput): Promise<PreviewResult> {
  return inThread<PreviewResult>({ preview: input });
}

/** A question to the thread. */
export type StatementTask = { statement: StatementInput } | { preview: PreviewInput };

async function inThread<Result>(
  workerData: StatementTask,
  onItems?: (lines: StatementLine[]) => void,
): Promise<Result | ReadingRefusal> {
  return semaphore(() =>
    runInThread<Result, StatementLine, ReadingRefusal>({
      program: 'features/payouts/statements/payouts.statement.worker',
      source: new URL('./payouts.statement.worker.ts', import.meta.url),
      workerData,
      // A file of 10 MB needs a part of this; one that needs more is refused.
      limits: { heapMb: 384, youngMb: 32, maxMs: minuteMs },
      tooLarge: sizeRefusal,
      ...(onItems && { onItems }),
    }),
  );
}
