import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { rows, type Reads } from '#server/db/query.ts';
import { readyTexts } from './settings.tables.ts';

type Id = { key: string; language: string };

/** The texts the operator has reworded. */
export const selectReadyTexts = rows((db: Reads) => {
  const { key, language, text } = readyTexts;
  return db.select({ key, language, text }).from(readyTexts).orderBy(asc(key), asc(language));
});

const isIt = ({ key, language }: Id) => and(eq(readyTexts.key, key), eq(readyTexts.language, language));

/** Stores a wording in place of the earlier one. */
export async function upsertReadyText(tx: Tx, id: Id, text: string, updatedBy: string): Promise<void> {
  const row = { text, updatedBy, updatedAt: sql`now()` };
  await tx
    .insert(readyTexts)
    .values({ ...id, ...row })
    .onConflictDoUpdate({ target: [readyTexts.key, readyTexts.language], set: row });
}

/** Removes a wording; false if there was none. */
export async function deleteReadyText(tx: Tx, id: Id): Promise<boolean> {
  return (await tx.delete(readyTexts).where(isIt(id)).returning({ key: readyTexts.key })).length > 0;
}
