import type { Tx } from '#server/db/connection.ts';
import { reversalOf, type By } from '#shared/book/book.postings.ts';
import { listLines } from './book.queries.ts';
import { post } from './book.service.ts';
import { listEntriesAt } from './book.undo.queries.ts';

/**
 * Turns round what one decision about an order entered at that moment: its entries are undone, and those that it undid
 * are made again. Refuses with conflict where coins or money have gone on since.
 */
export async function undoEntriesAt(tx: Tx, orderId: string, made: Date, by: By): Promise<void> {
  const found = await listEntriesAt(tx, { orderId, at: made });
  const undone = found.flatMap(({ reversalOf: former }) => former ?? []);
  const lines = undone.length === 0 ? [] : await listLines(tx, undone);
  await post(
    tx,
    found.map(({ kind, subject, reversalOf: former }) =>
      former === null
        ? reversalOf(kind, subject, by)
        : { kind, subject, orderId, ...by, lines: lines.filter(({ entryId }) => entryId === former) },
    ),
  );
}
