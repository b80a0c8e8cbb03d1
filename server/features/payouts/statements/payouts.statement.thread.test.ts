import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { ThreadMessage } from '#server/lib/thread-task.ts';
import { startThread } from '#server/lib/thread.ts';
import { statementIban, statementOf } from '#tests/factories/statements.ts';
import { readStatementFile } from './payouts.statement.thread.ts';
import { parseStatement, type StatementLine, type StatementResult } from './payouts.statement.ts';

const bookings = Array.from({ length: 4_500 }, (_, index): [string, string, string] => {
  return [index % 2 === 0 ? 'D1,02' : 'C1,02', `Invoice ${index}`, `N${index % 4_000}`];
});
const account = { currency: 'EUR', iban: statementIban, accountNumber: null };
const statement = { bytes: Buffer.from(statementOf(...bookings)), account };

test('a large file is read whole and in order by its thread', async () => {
  expect(await readStatementFile(statement)).toEqual(parseStatement(statement));
});

test('a thread returns a large file in parts, so that other calls are answered in between', async () => {
  const source = new URL('./payouts.statement.worker.ts', import.meta.url);
  const worker = startThread('', source, { resourceLimits: {}, workerData: { statement } });
  const sizes: number[] = [];
  for (;;) {
    const [message] = (await once(worker, 'message')) as [ThreadMessage<StatementResult, StatementLine>];
    if ('result' in message) break;
    sizes.push(message.items.length);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
    worker.postMessage('taken');
  }
  await worker.terminate();
  expect(sizes).toEqual([2_000, 2_000, 500]);
});
