import type { Db } from '#server/db/connection.ts';
import { settings } from './settings.tables.ts';

/** What the desk changed, by key; values as they were stored, not yet checked. */
export async function readSettingRows(db: Db): Promise<{ key: string; value: unknown }[]> {
  return db.select({ key: settings.key, value: settings.value }).from(settings);
}
