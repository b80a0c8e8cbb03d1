import type { Tx } from '#server/db/connection.ts';
import { reversalOf, type Author } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { listLines } from './book.entries.queries.ts';
import { post } from './book.service.ts';
import { listEntriesAt } from './book.undo.queries.ts';

/**
 * Reverses the entries that one decision about an order made at that moment, and makes those again that it reversed.
 * Refuses with conflict if coins or money have moved on since.
 */
export async function undoEntriesAt(tx: Tx, orderId: Id<'order'>, madeAt: Date, by: Author): Promise<void> {
  const entries = await listEntriesAt(tx, { orderId, at: madeAt });
  const undoneIds = entries.flatMap(({ reversalOf: reversedId }) => reversedId ?? []);
  const lines = undoneIds.length === 0 ? [] : await listLines(tx, undoneIds);
  await post(
    tx,
    entries.map(({ kind, subject, reversalOf: reversedId }) =>
      reversedId === null
        ? reversalOf(kind, subject, by)
        : { kind, subject, orderId, ...by, lines: lines.filter(({ entryId }) => entryId === reversedId) },
    ),
  );
}
