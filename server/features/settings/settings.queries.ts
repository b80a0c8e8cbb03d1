import { ne } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { lockName } from '#server/db/locks.ts';
import { rows, type Reads } from '#server/db/query.ts';
import { settings } from './settings.tables.ts';

/**
 * Settings that the administrator changed, by key; values as stored, not yet checked; without the marks of the set-up
 * guide.
 */
export const readSettingRows = rows((db: Reads) =>
  db.select({ key: settings.key, value: settings.value }).from(settings).where(ne(settings.key, 'setup')),
);

/** Lets one editor at a time change settings, even before there is a row to lock. */
export const lockSettings = (tx: Tx): Promise<void> => lockName(tx, 'change settings');

/** Stores a setting in place of the earlier one. */
export async function writeSettingRow(
  tx: Tx,
  { key, value, updatedBy }: { key: string; value: unknown; updatedBy: string },
): Promise<void> {
  const row = { value, updatedBy, updatedAt: now };
  await tx
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row });
}
