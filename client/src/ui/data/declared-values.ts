import {
  formatCrypto,
  formatDate,
  formatDateTime,
  formatMoneyText,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRate,
} from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import type { Param, Params, PlainKind, Unit } from '#shared/audit/audit.kinds.ts';
import { auditedSettings } from '#shared/audit/audit.settings.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { languages } from '#shared/reference/languages.ts';

export interface DetailValue {
  text: string;
  /** True for an id, a hash or an address: shown in a monospaced font, from left to right. */
  isCode?: boolean;
  /** True to stay on one line. */
  isWhole?: boolean;
  /** The path of its subject's screen. */
  to?: string;
}

/** The declared details, and the subject that they are about. */
export interface DetailSource {
  subjectId: string | null;
  subjectType: string | null;
  details: Readonly<Record<string, unknown>>;
  /** The names of users and orders, by their ids. */
  detailNames: Readonly<Record<string, string>>;
}

/** Returns the text of a whole key, such as `audit.params:label.ip`; undefined if the catalogue has none. */
export type FindText = (key: string) => string | undefined;

/** The entry of a value, and the texts in the reader's language. */
export type EntryContext = { entry: DetailSource; findText: FindText };
type Reader = (value: unknown, context: EntryContext) => DetailValue | undefined;
type Kind = Param['kind'];
type Parts = Extract<Param, { kind: 'fields' | 'rows' }>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const day = /^\d{4}-\d\d-\d\d$/;
const month = /^\d{4}-\d\d(-01)?$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const decimal = /^-?\d+(\.\d+)?$/;
const exactOptions = { exact: true };

/**
 * Formats a recorded value by its declared kind; undefined if it is not of that kind, as in entries of earlier
 * versions.
 */
export function valueOf(param: Param, value: unknown, context: EntryContext): DetailValue | undefined {
  if (isPlain(param)) return readers[param.kind](value, context);
  switch (param.kind) {
    case 'about':
    case 'code':
    case 'codes':
      return listOf(value, (entry) => ({ text: codeText(param.groups, entry, context) }));
    case 'money':
    case 'coins':
      return amountOf(param.kind, unitOf(param.unit, context), value);
    case 'rate':
      return rateOf(param.pair, value, context);
    case 'subject':
      return subjectOf(param, value, context);
    case 'fields':
      return recordOf(param.fields, value, context);
    case 'rows':
      return Array.isArray(value) ? joinedValue(value, (entry) => recordOf(param.fields, entry, context)) : undefined;
    case 'each':
      return isRecord(value) ? eachOf(param.item, value, context) : undefined;
    default:
      return undefined;
  }
}

function eachOf(param: Param, value: Record<string, unknown>, context: EntryContext): DetailValue | undefined {
  return joinedValue(Object.entries(value), ([name, entry]) => ({
    text: `${nameText(name)}: ${presentValue(param, entry, context).text}`,
  }));
}

const isPlain = (param: Param): param is Param & { kind: PlainKind } => param.kind in readers;

/** Formats a value by its declared kind, or plainly if it is not of that kind. */
export function presentValue(param: Param, value: unknown, x: EntryContext): DetailValue {
  if (isEmpty(value)) return { text: emptyText(param.kind, x) };
  return valueOf(param, value, x) ?? plainValue(value, x);
}

/** True if there was no value before or after a change. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields of a changed record by name; for settings the fields of the section that is the subject. */
export function fieldsOf(param: Param, { entry }: EntryContext): Params | undefined {
  const sections: Readonly<Record<string, Params>> = auditedSettings;
  if (param.kind === 'settings') return sections[entry.subjectId ?? ''] ?? {};
  return param.kind === 'fields' ? param.fields : undefined;
}

/** A value without a declaration: as recorded, with names for known ids. */
export function plainValue(value: unknown, { findText }: Pick<EntryContext, 'findText'>): DetailValue {
  if (isEmpty(value)) return { text: findText('settings.admin:empty') ?? '' };
  if (typeof value === 'boolean') return { text: findText(value ? 'approvals:yes' : 'approvals:no') ?? String(value) };
  if (typeof value === 'string' && uuid.test(value)) return { text: value, isCode: true };
  return { text: plainText(value) };
}

function plainText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (!isRecord(value)) return typeof value === 'string' ? shownEmail(value) : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${plainText(entry)}`)
    .join(', ');
}

const ofText =
  (read: (text: string, context: EntryContext) => DetailValue | undefined): Reader =>
  (value, context) =>
    typeof value === 'string' ? read(value, context) : undefined;
const ofNumber =
  (format: (value: string | number) => string): Reader =>
  (value) =>
    isDecimal(value) ? { text: format(value) } : undefined;

/** Kinds that need only the value. */
const readers: Record<PlainKind, Reader> = {
  text: (value) => (['string', 'number'].includes(typeof value) ? { text: String(value) } : undefined),
  reference: ofText((text) => ({ text, isWhole: true })),
  id: ofText((text) => ({ text, isCode: true })),
  ids: (value) => listOf(value, (text) => ({ text, isCode: true })),
  texts: (value) => listOf(value, (text) => ({ text })),
  values: (value) => (Array.isArray(value) ? { text: value.map(plainText).join(', '), isCode: true } : undefined),
  count: ofNumber((value) => formatNumber(value)),
  percent: ofNumber(formatPercent),
  flag: (value, context) => (typeof value === 'boolean' ? plainValue(value, context) : undefined),
  moment: ofText(momentOf),
  day: ofText(momentOf),
  month: ofText((text) =>
    month.test(text) ? { text: formatMonth(text.length === 7 ? `${text}-01` : text) } : undefined,
  ),
  format: ofText((text) => ({ text: text.toUpperCase() })),
  language: ofText((text) => ({ text: languages.find(({ code }) => code === text)?.name ?? text })),
  chain: ofText((text) => ({ text: nameText(text) })),
  coin: ofText((text) => ({ text: coinById(text)?.name ?? text })),
  user: ofText((id, context) => linkedValue(id, `/admin/users?user=${id}`, context)),
  // `fieldsOf` shows the settings, as a row for each of its fields.
  settings: () => undefined,
  order: ofText((id, context) => linkedValue(id, `/admin/transactions?show=all&tx=${id}`, context)),
};

function momentOf(text: string): DetailValue | undefined {
  if (instant.test(text)) return { text: formatDateTime(text) };
  return day.test(text) ? { text: formatDate(text, { timeZone: 'UTC' }) } : undefined;
}

function linkedValue(id: string, to: string, { entry }: EntryContext): DetailValue | undefined {
  if (!uuid.test(id)) return undefined;
  const name = entry.detailNames[id];
  return name === undefined ? { text: shortId(id), isCode: true, to } : { text: name, to };
}

/** The first characters of a long id, enough to distinguish it from its neighbors. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}

function subjectOf({ of, users, orders }: Extract<Param, { kind: 'subject' }>, value: unknown, context: EntryContext) {
  const subjectId = String(context.entry.details[of]);
  const kind = users.includes(subjectId) ? 'user' : orders.includes(subjectId) ? 'order' : 'id';
  return readers[kind](value, context);
}

function codeText(groups: readonly string[], code: string, { findText }: EntryContext): string {
  return (
    groups
      .map((group) => findText(group.includes('*') ? group.replace('*', code) : group + code))
      .find((text) => text !== undefined) ?? code
  );
}

/** The unit that an amount is recorded with; undefined in entries of earlier versions. */
export function unitOf(unit: Unit, { entry }: EntryContext): string | undefined {
  if (unit === 'subject') return entry.subjectId ?? undefined;
  if ('always' in unit) return unit.always;
  const namedDetail = entry.details[unit.detail];
  return typeof namedDetail === 'string' ? namedDetail : undefined;
}

function amountOf(kind: 'money' | 'coins', unit: string | undefined, value: unknown): DetailValue | undefined {
  if (!isDecimal(value)) return undefined;
  if (unit === undefined) return { text: formatNumber(value) };
  if (kind === 'money') return { text: formatMoneyText(value, unit) };
  return { text: formatCrypto(value, coinById(unit)?.symbol ?? unit) };
}

function rateOf(pair: readonly [string, string] | undefined, value: unknown, { entry }: EntryContext) {
  if (!isDecimal(value)) return undefined;
  const { subjectId, subjectType, details } = entry;
  const unit = subjectId ?? '';
  const [from, to] = pair
    ? pair.map((name) => details[name])
    : subjectType === 'coin'
      ? [coinById(unit)?.symbol ?? unit, 'USD']
      : ['USD', unit];
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return { text: formatRate(from, to, value, exactOptions) };
}

function recordOf(fields: Parts['fields'], value: unknown, context: EntryContext): DetailValue | undefined {
  if (!isRecord(value)) return undefined;
  const texts = Object.entries(fields)
    .filter(([name]) => !isEmpty(value[name]))
    .map(([name, field]) => {
      const { text } = presentValue(field, value[name], context);
      const label = field.label && labelOf(field, context);
      return label ? `${label}: ${text}` : text;
    });
  return { text: texts.join(', ') };
}

/** The declared label of a detail. */
export function labelOf({ label }: Param, { findText }: Pick<EntryContext, 'findText'>): string | undefined {
  return label && findText(label.includes(':') ? label : `audit.params:label.${label}`);
}

function joinedValue<Item>(
  items: readonly Item[],
  read: (item: Item) => DetailValue | undefined,
): DetailValue | undefined {
  const texts = items.flatMap((item) => read(item)?.text ?? []);
  return texts.length === items.length ? { text: texts.join('; ') } : undefined;
}

function listOf(value: unknown, read: (text: string) => DetailValue): DetailValue | undefined {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (!items.every((item) => typeof item === 'string')) return undefined;
  const [first, ...otherValues] = items.map(read);
  if (!first) return undefined;
  return { ...first, text: formatList([first, ...otherValues].map(({ text }) => text)) };
}

/** Chains and coins have names; currencies are their codes. */
const nameText = (name: string): string => {
  const chains: Readonly<Record<string, { name: string } | undefined>> = chainDetails;
  return chains[name]?.name ?? coinById(name)?.name ?? name;
};

function emptyText(kind: Kind, { findText }: EntryContext): string {
  return findText(kind === 'user' ? 'users.handling:noMember' : 'settings.admin:empty') ?? '';
}

const isDecimal = (value: unknown): value is string | number =>
  (typeof value === 'string' && decimal.test(value)) || typeof value === 'number';

/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Other details that are shown with this one: the earlier value, and the unit. */
export function namesOfParam(param: Param): readonly string[] {
  const units = param.kind === 'money' || param.kind === 'coins' ? [param.unit] : [];
  return [
    ...(param.before === undefined ? [] : [param.before]),
    ...units.flatMap((unit) => (unit !== 'subject' && 'detail' in unit ? [unit.detail] : [])),
    ...(param.kind === 'rate' ? (param.pair ?? []) : []),
    ...(param.kind === 'fields' ? Object.values(param.fields).flatMap(namesOfParam) : []),
  ];
}
