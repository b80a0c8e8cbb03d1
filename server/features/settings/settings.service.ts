import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import type { Env } from '#server/env/env.ts';
import type { Events } from '#server/events/events.ts';
import type { Reporter } from '#server/lib/log.ts';
import { remembered } from '#server/lib/remembered.ts';
import { retry } from '#server/lib/retry.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import { interpolate, textsIn } from '#server/lib/texts.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { joinedSources } from '#shared/reference/rate-sources.ts';
import shippedTable from '#shared/reference/shipped-texts.json' with { type: 'json' };
import { hourMinutes } from '#shared/reference/units-of-time.ts';
import { isAlwaysOpen, isSetUp } from '#shared/settings/settings.business-hours.ts';
import {
  adminSettings,
  publicSettings,
  type AdminSettings,
  type PublicSettings,
} from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { railNames } from '#shared/settings/settings.offer.ts';
import { readSettingRows } from './settings.queries.ts';

/**
 * The tagline, times and hours of settings.defaults in the other languages, used where the operator has not written its
 * own text.
 */
const shippedTexts: Partial<Record<string, Readonly<Record<string, string>>>> = shippedTable;

export type Settings = AdminSettings;

/** The copy of the settings in memory, and the function that refreshes it. */
export type SettingsCache = {
  readonly current: Settings;
  /** Reads the rows now; runs at the start and after the commit of a change. */
  refresh: () => Promise<void>;
};

/** The environment that shipped settings depend on. */
export type ShippedEnv = Pick<Env, 'production' | 'publicUrl' | 'mail'>;

type CacheOptions = {
  db: Db;
  env: ShippedEnv;
  events: Pick<Events, 'on'>;
  log: Pick<Reporter, 'warn' | 'error'>;
};

const retryMs = 1_000;

/** Caches the settings in memory; a change in any process is read within a moment. */
export function createSettings({ db, env, events, log }: CacheOptions): SettingsCache {
  let currentSettings = shippedSettings(env);
  // An older reading must not overwrite a newer one.
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  const read = async () => {
    currentSettings = mergeSettings(await readSettingRows(db), { env, log });
  };
  const refresh = () => inOrder(read);
  const onError = (error: unknown) => log.warn(describeError(error), 'the settings could not be read; trying again');
  events.on('settings_changed', () => void retry(refresh, { pauseMs: retryMs, onError }));
  return {
    get current() {
      return currentSettings;
    },
    refresh,
  };
}

/** The current settings: fees, limits, brand, support details, rules. */
export function settingsOf({ settings }: { settings: SettingsCache }): Settings {
  return settings.current;
}

/**
 * The settings in a reader's language: the shipped tagline, times and hours are translated, the operator's texts are
 * not. Without a text about the time of a check or a payout, the promised hours are that text.
 */
export function settingsIn(language: LanguageCode, settings: Settings): Settings {
  const { limits } = settings;
  const durationOf = (name: 'check' | 'payout', hours: number) => {
    const ownTime = settings.times[name];
    return ownTime === settingsDefaults.times[name] || (ownTime === '' && isSetUp(settings))
      ? hoursText(language, hours)
      : ownTime;
  };
  const times = { check: durationOf('check', limits.checkHours), payout: durationOf('payout', limits.payoutHours) };
  const texts = shippedTexts[language];
  if (!texts) return { ...settings, times: { ...settings.times, ...times } };
  const overrides = <Part extends Record<string, string>>(part: Part): Part => {
    const translated = (text: string) => (Object.hasOwn(texts, text) ? texts[text] : text);
    // Each name has a text again.
    return Object.fromEntries(Object.entries(part).map(([name, text]) => [name, translated(text)])) as Part;
  };
  const brand = { ...settings.brand, ...overrides({ tagline: settings.brand.tagline }) };
  return {
    ...settings,
    brand,
    support: overrides(settings.support),
    times: overrides({ ...settings.times, ...times }),
  };
}

/** Formatters by language and unit: making one costs more than a query, and each mail needs several. */
const unitFormats = new Map<string, Intl.NumberFormat>();

/** "within 24 hours"; less than an hour, or a part of one, in minutes. */
function hoursText(language: LanguageCode, hours: number): string {
  const [count, unit] = Number.isInteger(hours) ? [hours, 'hour'] : [Math.round(hours * hourMinutes), 'minute'];
  const format = remembered(unitFormats, `${language} ${unit}`, () => {
    return new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' });
  });
  const time = format.format(count);
  return interpolate(textsIn(language, 'settings.documents').within, { time });
}

/**
 * The ways to be paid that are on for any currency, as choices in the reader's language: bank transfer, PayPal, or
 * Wise.
 */
export function railsIn(language: LanguageCode, { offer }: Pick<Settings, 'offer'>): string {
  const { bankTransfer } = textsIn(language, 'chat.bot');
  const names = railNames(offer).map((name) => name ?? bankTransfer);
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}

/** Public settings in a reader's language, without those that only the team reads. */
export function publicSettingsOf(
  deps: { settings: SettingsCache; env: Pick<Env, 'rates' | 'fx'> },
  language: LanguageCode,
): PublicSettings {
  const { rates, fx } = deps.env;
  const sampleRates = [...rates.sources, ...fx.sources].includes('sample');
  const settings = settingsOf(deps);
  const alwaysOpen = isAlwaysOpen(settings.support.hours);
  const fxProvider = joinedSources(fx.sources);
  const payoutRails = interpolate(textsIn(language, 'chat.bot').payment, { rails: railsIn(language, settings) });
  const { choiceHours } = settings.deposits;
  const computed = { sampleRates, fxProvider, alwaysOpen, choiceHours, payoutRails };
  return publicSettings.parse({ ...settingsIn(language, settings), ...computed });
}

/**
 * The settings until the operator changes them. In production no customer reads a sample contact: questions go to the
 * sender of the mails. Hours and times are promises, and empty until the operator makes them.
 */
export function shippedSettings({ production, publicUrl = '', mail }: ShippedEnv): Settings {
  if (!production) return settingsDefaults;
  const supportEmail = /<(.+)>$/.exec(mail.from)?.[1] ?? mail.from;
  const operator = URL.canParse(publicUrl) ? new URL(publicUrl).host : settingsDefaults.brand.name;
  return {
    ...settingsDefaults,
    brand: { ...settingsDefaults.brand, operator, supportEmail },
    support: { hours: '', emailReply: '', agentReply: '' },
    times: { ...settingsDefaults.times, check: '', payout: '', kyc: '' },
  };
}

/** True if a price needs more sources than are named. The shipped table needs no second one. */
export function lacksSources({ sources }: Pick<Env['rates'], 'sources'>, quorum: number): boolean {
  return !sources.includes('sample') && quorum > sources.length;
}

/**
 * Throws where the stored settings ask for more sources than are named: a process that quotes nothing does not start.
 */
export function assertEnoughSources({ settings, env }: { settings: SettingsCache; env: Pick<Env, 'rates'> }): void {
  const { quorum } = settingsOf({ settings }).offer.sources;
  if (!lacksSources(env.rates, quorum)) return;
  const { sources } = env.rates;
  throw new Error(
    `RATES_PROVIDER names ${sources.length} of the ${quorum} sources that a price needs by the settings (Prices, Market, "Sources that a price needs"): name more of them, or start as before and lower that number first.`,
  );
}

/** Rows win over defaults, value by value; an invalid one is reported and omitted, so that the service stays up. */
export function mergeSettings(
  rows: { key: string; value: unknown }[],
  { env, log }: { env: ShippedEnv; log: Pick<Reporter, 'error'> },
): Settings {
  const shape: Record<string, z.ZodType> = adminSettings.shape;
  const shippedDefaults: Record<string, object> = shippedSettings(env);
  const changedSections = rows.flatMap(({ key, value }) => {
    // A row is older than the fields that were added to its section since.
    const parseResult = shape[key]?.safeParse(isRecord(value) ? { ...shippedDefaults[key], ...value } : value);
    if (parseResult?.success) return [[key, parseResult.data]];
    log.error({ setting: key }, 'A stored setting does not fit and is left out');
    return [];
  });
  // Each section was parsed by the schema of its own key.
  return { ...shippedSettings(env), ...(Object.fromEntries(changedSections) as Partial<Settings>) };
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
