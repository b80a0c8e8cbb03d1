// Reads one statement in a thread, driven by `payouts.statement.thread.ts`: a large or hostile file must not hold up a request.
import { parentPort, workerData } from 'node:worker_threads';
import { parseStatement, type StatementInput } from './payouts.statement.ts';

if (!parentPort) throw new Error('The reader of statements runs as a thread.');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
parentPort.postMessage(parseStatement(workerData as StatementInput));
