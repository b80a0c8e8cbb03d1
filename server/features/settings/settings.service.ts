import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import type { Env } from '#server/env/env.ts';
import type { Events } from '#server/events/events.ts';
import type { Reporter } from '#server/lib/log.ts';
import { retry } from '#server/lib/retry.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import shippedTable from '#shared/reference/shipped-texts.json' with { type: 'json' };
import { isAlwaysOpen } from '#shared/settings/settings.business-hours.ts';
import { adminSettings, type AdminSettings } from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { readSettingRows } from './settings.queries.ts';

/** The times and hours of settings.defaults in the other languages, used where the operator has not written its own text. */
const shippedTexts: Partial<Record<string, Readonly<Record<string, string>>>> = shippedTable;

export type Settings = AdminSettings;

/** The copy of the settings in memory, and the function that refreshes it. */
export type SettingsCache = {
  readonly current: Settings;
  /** Reads the rows now. Called at the start, and after the commit of a change. */
  refresh: () => Promise<void>;
};

/** What the settings that ship with the product depend on. */
export type ShippedEnv = Pick<Env, 'production' | 'publicUrl' | 'mail'>;

export type SettingsDeps = {
  db: Db;
  env: ShippedEnv;
  events: Pick<Events, 'on'>;
  log: Pick<Reporter, 'warn' | 'error'>;
};

const retryMs = 1_000;

/** Caches the settings in memory; a change in any process is read within a moment. */
export function createSettings({ db, env, events, log }: SettingsDeps): SettingsCache {
  let current = shippedSettings(env);
  // An older reading must not overwrite a newer one.
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  const read = async () => {
    current = mergeSettings(await readSettingRows(db), { env, log });
  };
  const refresh = () => inOrder(read);
  const onError = (error: unknown) => log.warn(describeError(error), 'the settings could not be read; trying again');
  events.on('settings_changed', () => void retry(refresh, { pauseMs: retryMs, onError }));
  return {
    get current() {
      return current;
    },
    refresh,
  };
}

/** The current settings: fees, limits, brand, support details, rules. */
export function settingsOf({ settings }: { settings: SettingsCache }): Settings {
  return settings.current;
}

/** The settings for a reader: shipped times and hours are translated, the operator's own texts are not. */
export function settingsIn(language: string, settings: Settings): Settings {
  const texts = shippedTexts[language];
  if (!texts) return settings;
  const overrides = <Part extends Record<string, string>>(part: Part): Part => {
    const known = (text: string) => (Object.hasOwn(texts, text) ? texts[text] : text);
    return Object.fromEntries(Object.entries(part).map(([name, text]) => [name, known(text)])) as Part;
  };
  return { ...settings, support: overrides(settings.support), times: overrides(settings.times) };
}

/** Public settings in a reader's language; the contract omits what only the admin needs. */
export function publicSettingsOf(deps: { settings: SettingsCache; env: Pick<Env, 'rates' | 'fx'> }, language: string) {
  const sampleRates = [deps.env.rates.provider, deps.env.fx.provider].includes('sample');
  const settings = settingsOf(deps);
  const alwaysOpen = isAlwaysOpen(settings.support.hours);
  return { ...settingsIn(language, settings), sampleRates, fxProvider: deps.env.fx.provider, alwaysOpen };
}

/**
 * The settings until the operator changes them. In production no customer reads a sample contact: questions go to the sender
 * of the mails, and the operator is the site.
 */
export function shippedSettings({ production, publicUrl = '', mail }: ShippedEnv): Settings {
  if (!production) return settingsDefaults;
  const supportEmail = /<(.+)>$/.exec(mail.from)?.[1] ?? mail.from;
  const operator = URL.canParse(publicUrl) ? new URL(publicUrl).host : settingsDefaults.brand.name;
  return { ...settingsDefaults, brand: { ...settingsDefaults.brand, operator, supportEmail } };
}

/** Rows win over defaults, value by value; an invalid one is reported and omitted, so that the service stays up. */
export function mergeSettings(
  rows: { key: string; value: unknown }[],
  { env, log }: { env: ShippedEnv; log: Pick<Reporter, 'error'> },
): Settings {
  const shape: Record<string, z.ZodType> = adminSettings.shape;
  const shipped: Record<string, object> = shippedSettings(env);
  const changed = rows.flatMap(({ key, value }) => {
    // A row is older than what was added to its section since.
    const parsed = shape[key]?.safeParse(isRecord(value) ? { ...shipped[key], ...value } : value);
    if (parsed?.success) return [[key, parsed.data]];
    log.error({ setting: key }, 'A stored setting does not fit and is left out');
    return [];
  });
  return { ...shippedSettings(env), ...(Object.fromEntries(changed) as Partial<Settings>) };
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
