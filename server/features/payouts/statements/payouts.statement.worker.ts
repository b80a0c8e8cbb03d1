// Reads one statement in a thread, driven by `payouts.statement.thread.ts`: a large or hostile file must not hold up a
// request.
import { workerData } from 'node:worker_threads';
import { openThreadPort } from '#server/lib/thread-port.ts';
import { previewStatement } from './payouts.statement.preview.ts';
import type { StatementTask } from './payouts.statement.thread.ts';
import { identifier, readFile, type StatementInput } from './payouts.statement.ts';

const { postItems, postResult } = openThreadPort();
// The thread that starts this one sends it.
const task = workerData as StatementTask;
if ('preview' in task) postResult(previewStatement(task.preview));
else await read(task.statement);

/** Posts the lines in parts, and what else there is at the end. */
async function read(input: StatementInput): Promise<void> {
  const result = readFile(input);
  if ('refusal' in result) return postResult(result);
  const { lines, ...statement } = result.statement;
  await postItems(lines, { each: identifier() });
  postResult({ ...result, statement: { ...statement, lines: [] } });
}
