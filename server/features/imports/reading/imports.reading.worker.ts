// Reads one import in a thread, driven by `imports.reading.thread.ts`.
import { workerData } from 'node:worker_threads';
import { openThreadPort } from '#server/lib/thread-port.ts';
import { rowsAtOnce } from '../imports.blocks.ts';
import { readImport, type ImportInput } from './imports.reading.ts';

const { postItems, postResult } = openThreadPort();
// The thread that starts this one sends it.
const result = readImport(workerData as ImportInput);
if ('refusal' in result) postResult(result);
else {
  const { lines, ...file } = result;
  // A part is compared with the accounts by one query for addresses and one for numbers.
  await postItems(lines, { atOnce: rowsAtOnce });
  postResult(file);
}
