import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { rootDir } from '#server/env/paths.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { fieldsOf } from '#shared/kernel/records.ts';
import { omitUnstated } from '#shared/kernel/unstated.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { payoutCurrency } from '#shared/reference/payout-currencies.ts';
import { remembered } from './remembered.ts';

/** The catalogues that the server renders, in mails, documents and the bot's answers. A new one adds a line. */
export interface ServerTexts {
  'alarms.mail': typeof import('#shared/locales/en/alarms.mail.json');
  'auth.mail': typeof import('#shared/locales/en/auth.mail.json');
  'chains.mail': typeof import('#shared/locales/en/chains.mail.json');
  'chat.bot': typeof import('#shared/locales/en/chat.bot.json');
  'chat.mail': typeof import('#shared/locales/en/chat.mail.json');
  'deposit-sources.mail': typeof import('#shared/locales/en/deposit-sources.mail.json');
  'deposits.mail': typeof import('#shared/locales/en/deposits.mail.json');
  'fiat-exchange.mail': typeof import('#shared/locales/en/fiat-exchange.mail.json');
  /** Screens use it too: why a line of a file is skipped. */
  'imports.admin': typeof import('#shared/locales/en/imports.admin.json');
  'kyc.mail': typeof import('#shared/locales/en/kyc.mail.json');
  'mail.layout': typeof import('#shared/locales/en/mail.layout.json');
  'mail.notices.mail': typeof import('#shared/locales/en/mail.notices.mail.json');
  'newsletter.mail': typeof import('#shared/locales/en/newsletter.mail.json');
  'notes.mail': typeof import('#shared/locales/en/notes.mail.json');
  'offers.mail': typeof import('#shared/locales/en/offers.mail.json');
  /** Screens use it too: why the product itself decided an order. */
  orders: typeof import('#shared/locales/en/orders.json');
  'orders.documents': typeof import('#shared/locales/en/orders.documents.json');
  /** Screens use it too: the names of the points of an order. */
  'orders.line': typeof import('#shared/locales/en/orders.line.json');
  'orders.mail': typeof import('#shared/locales/en/orders.mail.json');
  'payment-methods.mail': typeof import('#shared/locales/en/payment-methods.mail.json');
  'payouts.mail': typeof import('#shared/locales/en/payouts.mail.json');
  'rates.mail': typeof import('#shared/locales/en/rates.mail.json');
  'refunds.mail': typeof import('#shared/locales/en/refunds.mail.json');
  'settings.documents': typeof import('#shared/locales/en/settings.documents.json');
  'settlements.mail': typeof import('#shared/locales/en/settlements.mail.json');
  'team.mail': typeof import('#shared/locales/en/team.mail.json');
  'wallets.mail': typeof import('#shared/locales/en/wallets.mail.json');
}

export type TextValues = Readonly<Record<string, string | number | null>>;

/** Matches the catalogues whose texts the server writes itself; the client's stay on disk. */
const isServerText = /^(?:orders|orders\.line|imports\.admin|.+\.(?:mail|bot|documents|layout)|(?:.+\.)?errors)\.json$/;

/** The tree of catalogues of the sources, or its copy beside the built server. */
function findCatalogues(): string {
  const sources = join(rootDir, 'shared', 'locales');
  return existsSync(sources) ? sources : join(rootDir, 'dist', 'server', 'locales');
}

/** The texts of one language by namespace; the refusals of all features are one namespace, as a reason is unique. */
function readCatalogues(language: LanguageCode): Record<string, object> {
  const folder = join(findCatalogues(), language);
  const errors = {};
  const texts: Record<string, object> = { errors };
  for (const name of readdirSync(folder).filter((file) => isServerText.test(file))) {
    const catalogue = fieldsOf(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    if (name.endsWith('errors.json')) Object.assign(errors, catalogue);
    else texts[name.slice(0, -'.json'.length)] = catalogue;
  }
  return texts;
}

const i18n = createInstance();
void i18n.init({
  resources: {},
  fallbackLng: 'en',
  defaultNS: 'errors',
  // A reason is one key, with any characters.
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => placeholder,
  // Each output escapes for itself: HTML, CSV and PDF differ.
  interpolation: { escapeValue: false },
});

const inMemory = new Set<LanguageCode>();

/** Reads a language when a text of it is first needed: in memory, the ten are as large as a thousand open chats. */
function load(language: LanguageCode): void {
  if (inMemory.has(language)) return;
  for (const [name, texts] of Object.entries(readCatalogues(language))) i18n.addResourceBundle(language, name, texts);
  inMemory.add(language);
}

load('en');

/** The texts of one catalogue in a language, their placeholders unfilled. */
export function textsIn<Name extends keyof ServerTexts>(language: LanguageCode, name: Name): ServerTexts[Name] {
  load(language);
  // The library returns what was loaded under this name, as `any`.
  return i18n.getResourceBundle(language, name) as ServerTexts[Name];
}

/**
 * Fills the placeholders of a text, once: a value that looks like a placeholder stays unchanged, and so does an unknown
 * placeholder. Leaves out a sentence with a placeholder listed in `unstated`.
 */
export function interpolate(text: string, values: TextValues): string {
  return omitUnstated(i18n.services.interpolator.interpolate(text, values, '', {}));
}

/** Returns a reason in the reader's language, with its placeholders filled; a count chooses the plural form. */
export function reasonText(
  language: LanguageCode,
  { reason, params }: { reason: string; params?: TextValues },
): string {
  load(language);
  return i18n.t(reason, { ...params, lng: language, nest: false });
}

/** "1,859.40 USD" as the recipient's language writes numbers; coins without trailing zeros. */
export function amountText(amount: string, unit: string, language: string): string {
  const format = formatOf(language, payoutCurrency(unit)?.minorUnits ?? 0);
  // Intl takes decimal text: no float is involved.
  return `${format.format(toText(decimal(amount)) as Intl.StringNumericLiteral)} ${unit}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats by language and number of digits; creating one costs more than a query. */
function formatOf(language: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${minimumFractionDigits}`;
  const options = { minimumFractionDigits, maximumFractionDigits: 18 };
  return remembered(formats, key, () => new Intl.NumberFormat(language, options));
}
