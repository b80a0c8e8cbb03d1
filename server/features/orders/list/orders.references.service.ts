import type { Db } from '#server/db/connection.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { findByReference } from './orders.review.queries.ts';
import { listReferences } from './orders.search.queries.ts';

/** The id of the order with this reference. */
export async function orderByReference(db: Db, reference: string): Promise<string | undefined> {
  return (await findByReference(db, { reference }))?.id;
}

/** The reference of each of these orders. */
export async function orderReferences(db: Db, ids: readonly Id<'order'>[]): Promise<Map<string, string>> {
  const found = await listReferences(db, { ids });
  return new Map(found.map(({ id, reference }) => [id, reference]));
}
