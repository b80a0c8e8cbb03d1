/** The start of a batch: below this moment, with microseconds, and id. */
export type Place = { at: string; id: string };

const firstPlace: Place = { at: 'infinity', id: '00000000-0000-0000-0000-000000000000' };
export const batchSize = 500;

/** Rows, newest first, in batches that each begin where the last ended: no connection is held between them. */
export async function* inBatches<Row extends Place>(
  readBatch: (place: Place) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let cursor: Place | undefined = firstPlace;
  while (cursor) {
    const rows: Row[] = await readBatch(cursor);
    if (rows.length > 0) yield rows;
    cursor = rows.length < batchSize ? undefined : rows.at(-1);
  }
}
