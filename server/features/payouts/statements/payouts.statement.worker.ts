// Reads one statement in a thread, driven by `payouts.statement.thread.ts`: a large or hostile file must not hold up a request.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { previewStatement } from './payouts.statement.preview.ts';
import type { StatementMessage, StatementTask } from './payouts.statement.thread.ts';
import { identifier, readFile, type StatementInput } from './payouts.statement.ts';

if (!parentPort) throw new Error('The reader of statements runs as a thread.');
const port = parentPort;
/** So many lines are one message: whoever takes them answers other calls before the next. */
const linesAtOnce = 2_000;
const task = workerData as StatementTask;
if ('preview' in task) post({ result: previewStatement(task.preview) });
else await read(task.statement);

function post(message: StatementMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
  port.postMessage(message);
}

/** Posts the lines in parts, each once the one before was taken, and what else there is at the end. */
async function read(input: StatementInput): Promise<void> {
  const result = readFile(input);
  if ('refusal' in result) return post({ result });
  const { lines, ...statement } = result.statement;
  const identify = identifier();
  let taken: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const part = lines.slice(at, at + linesAtOnce).map(identify);
    await taken;
    taken = once(port, 'message');
    post({ lines: part });
  }
  await taken;
  post({ result: { ...result, statement: { ...statement, lines: [] } } });
}
