import { createSemaphore } from '#server/lib/semaphore.ts';
import { startThread } from '#server/lib/thread.ts';
import type { PreviewInput, PreviewResult } from './payouts.statement.preview.ts';
import type { StatementInput, StatementLine, StatementRefusal, StatementResult } from './payouts.statement.ts';

/** A file of 10 MB needs a part of this; one that needs more is refused. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
type Refused = { refusal: StatementRefusal };

const program = 'features/payouts/statements/payouts.statement.worker';
const maxMs = 60_000;
const tooLarge: Refused = { refusal: { code: 'statement_unreadable', line: 1, why: 'size', found: '' } };

// Statements are rare, and each takes the memory of a thread.
const semaphore = createSemaphore({ maxConcurrent: 1, waiting: 10 });

/** `parseStatement` in a thread of its own, so that no other request waits for a large or hostile file. */
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

/** The thread posts lines in their order, each part answered once it was taken, and a result without them at the end. */
export type StatementMessage<Result = StatementResult | PreviewResult> =
  | { lines: StatementLine[] }
  | { result: Result };

async function inThread<Result>(
  workerData: StatementTask,
  onLines: (lines: StatementLine[]) => void = () => undefined,
): Promise<Result | Refused> {
  return semaphore(
    () =>
      new Promise((resolve, reject) => {
        const source = new URL('./payouts.statement.worker.ts', import.meta.url);
        const worker = startThread(program, source, { resourceLimits, workerData });
        const end = (finish: () => void) => {
          clearTimeout(timer);
          void worker.terminate();
          finish();
        };
        const timer = setTimeout(() => end(() => resolve(tooLarge)), maxMs);
        worker.on('message', (message: StatementMessage<Result>) => {
          if ('result' in message) return end(() => resolve(message.result));
          onLines(message.lines);
          // Behind the calls that came meanwhile.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
          setImmediate(() => worker.postMessage('taken'));
        });
        worker.once('error', (error: NodeJS.ErrnoException) =>
          end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge) : reject(error))),
        );
      }),
  );
}
