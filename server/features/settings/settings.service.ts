import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import type { Reporter } from '#server/log.ts';
import { deskSettings, type DeskSettings } from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { readSettingRows } from './settings.queries.ts';

export type Settings = DeskSettings;

/** The copy of the settings in memory, and the way to read them afresh. */
export type SettingsCache = { current: Settings; refresh: () => Promise<void> };

/** Reads the settings once; from then on `settingsOf` costs nothing. Whoever changes them calls `refresh` after the commit. */
export async function openSettings(db: Db, log: Pick<Reporter, 'error'>): Promise<SettingsCache> {
  const cache: SettingsCache = {
    current: settingsDefaults,
    refresh: async () => {
      cache.current = merge(await readSettingRows(db), log);
    },
  };
  await cache.refresh();
  return cache;
}

/** The settings that hold now: fees, limits, brand, support facts, rules. */
export function settingsOf({ settings }: { settings: SettingsCache }): Settings {
  return settings.current;
}

/** Rows win over defaults, key by key; one that no longer fits is reported and left out, so that the desk stays open. */
function merge(rows: { key: string; value: unknown }[], log: Pick<Reporter, 'error'>): Settings {
  const shape: Record<string, z.ZodType> = deskSettings.shape;
  const changed = rows.flatMap(({ key, value }) => {
    const parsed = shape[key]?.safeParse(value);
    if (parsed?.success) return [[key, parsed.data]];
    log.error({ setting: key }, 'A stored setting does not fit and is left out');
    return [];
  });
  return { ...settingsDefaults, ...(Object.fromEntries(changed) as Partial<Settings>) };
}
