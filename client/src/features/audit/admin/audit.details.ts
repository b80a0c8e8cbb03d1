import {
  formatCrypto,
  formatDate,
  formatDateTime,
  formatMoneyText,
  formatNumber,
  formatPercent,
  formatRate,
} from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { languages } from '#shared/reference/languages.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import tables from './audit.details.json' with { type: 'json' };

export interface DetailValue {
  text: string;
  /** An id, a hash, an address: set in a fixed width, from left to right. */
  isCode?: boolean;
  /** The screen of what it names. */
  to?: string;
}

/** A recorded detail in the reader's language; of a change also what was before. */
export interface DetailRow {
  term: string;
  value: DetailValue;
  before?: DetailValue;
}

export type DetailSource = Pick<AuditEntry, 'action' | 'subjectId' | 'subjectType' | 'details' | 'detailNames'>;

/** The text of a catalogue by its whole key, such as `audit.details:detail.ip`; undefined where there is none. */
export type FindText = (key: string) => string | undefined;

/** Names that share one label. */
const sameAs: Readonly<Record<string, string | undefined>> = tables.sameAs;
/** Names that a screen has a label for. */
const termKeys: Readonly<Record<string, string | undefined>> = tables.termOf;
/** Key prefixes under which the catalogues have the label of a code; the first match is shown. */
const textPrefixes: Readonly<Record<string, readonly string[] | undefined>> = tables.textPrefixes;
/** Some actions decide what a name means; those are listed here. */
const textPrefixesOfAction: Readonly<
  Record<string, Readonly<Record<string, readonly string[] | undefined>> | undefined>
> = tables.textPrefixesOfAction;
const approvalKinds = ['approvals:kind.'];
const statuses = ['common:status.'];

const users = new Set(['userId', 'ownerId', 'askedBy', 'requestedBy']);
const orders = new Set(['orderId', 'linkedOrderId']);
const codes = /(^id|Id|Hash|address|memo|ip|note|reference|rowIds|forged|sha256|digest|fingerprint|keyEnding)$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const day = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The recorded details of an action, formatted: money with its currency, times as on this device, ids as links. */
export function detailRows(entry: DetailSource, findText: FindText): DetailRow[] {
  const { from, to, fromCurrency, toCurrency, ...rest } = entry.details;
  const show = (name: string, value: unknown) => shownValue(entry, findText, name, value);
  const termOf = (name: string) => findText(termKeys[name] ?? `audit.details:detail.${sameAs[name] ?? name}`) ?? name;
  const rows = Object.entries(rest)
    .filter(([name, value]) => !(name === 'mentions' && value === 0))
    .map(([name, value]) => ({ term: termOf(name), value: show(name, value) }));
  if (fromCurrency && toCurrency)
    rows.unshift({ term: termOf('pair'), value: { text: `${textOf(fromCurrency)} → ${textOf(toCurrency)}` } });
  return [...changeRows(entry, findText, { from, to }), ...rows];
}

/** Days of an export are a range; of everything else `from` and `to` are a value before and after a change. */
function changeRows(
  entry: DetailSource,
  findText: FindText,
  { from, to }: { from?: unknown; to?: unknown },
): DetailRow[] {
  if (from === undefined && to === undefined) return [];
  if (entry.action.endsWith('.exported')) {
    return Object.entries({ from, to })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({
        term: findText(`audit:${name}`) ?? name,
        value: shownValue(entry, findText, name, value),
      }));
  }
  if (isRecord(to)) {
    const before = isRecord(from) ? from : {};
    return Object.entries(to).map(([name, value]) => ({
      term:
        findText(`settings.admin:field.${name}`) ??
        findText(`mail.admin:${name}`) ??
        findText(`settings.admin:${entry.subjectId}.title`) ??
        name,
      value: shownValue(entry, findText, name, value),
      ...(name in before && { before: shownValue(entry, findText, name, before[name]) }),
    }));
  }
  const isNew = from === undefined;
  return [
    {
      term: findText(isNew ? 'audit.details:detail.to' : 'audit.details:detail.change') ?? 'to',
      value: shownValue(entry, findText, 'to', to),
      ...(!isNew && { before: shownValue(entry, findText, 'from', from) }),
    },
  ];
}

/** The first characters of a long id, enough to distinguish it from its neighbors. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}

function shownValue(entry: DetailSource, findText: FindText, name: string, value: unknown): DetailValue {
  const { action, detailNames } = entry;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return { text: findText(action.endsWith('.assigned') ? 'users.handling:noMember' : 'settings.admin:empty') ?? '' };
  if (typeof value === 'boolean') return { text: findText(value ? 'approvals:yes' : 'approvals:no') ?? String(value) };
  const amount = amountText(entry, name, value);
  if (amount !== undefined) return { text: amount };
  if (typeof value === 'number') return { text: formatNumber(value) };
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return { text: formatList(value.map((item) => codeText(entry, findText, name, item))) };
  if (typeof value !== 'string') return { text: compoundText(value) };
  if (instant.test(value)) return { text: formatDateTime(value) };
  if (day.test(value)) return { text: formatDate(value, { timeZone: 'UTC' }) };
  const link = linkTo(entry, name, value);
  if (link) return { to: link, text: detailNames[value] ?? shortId(value), isCode: !detailNames[value] };
  const text = codeText(entry, findText, name, value);
  return { text, ...(text === value && isCode(entry, name, value) && { isCode: true }) };
}

function isCode({ action }: DetailSource, name: string, value: string): boolean {
  return (
    uuid.test(value) ||
    codes.test(name) ||
    (/^(wallet|transaction\.hash)/.test(action) && (name === 'from' || name === 'to'))
  );
}

const exact = { exact: true };
const sums = new Set(['amount', 'total', 'fee']);

/** Amounts are recorded as bare decimals; what they are counted in follows from the action. */
function amountText({ action, subjectId, subjectType, details }: DetailSource, name: string, value: unknown) {
  const isAmount = (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) || typeof value === 'number';
  if (!isAmount) return undefined;
  const coin = coinById(subjectId ?? '');
  if (action === 'wallet.minimum_changed' && coin) return formatCrypto(value, coin.symbol);
  const unit = unitText(name, value);
  if (unit !== undefined) return unit;
  if (name === 'exchangeRate')
    return formatRate(textOf(details.fromCurrency), textOf(details.toCurrency), value, exact);
  if (sums.has(name) && typeof details.currency === 'string') return formatMoneyText(value, details.currency);
  if (name !== 'lastGood' && name !== 'offered') return undefined;
  if (subjectType === 'coin') return formatRate(coin?.symbol ?? textOf(subjectId), 'USD', value, exact);
  return formatRate('USD', textOf(subjectId), value, exact);
}

function linkTo({ action, details }: DetailSource, name: string, value: string): string | undefined {
  if (!uuid.test(value)) return undefined;
  const isAssignee = action.endsWith('assigned') && (name === 'from' || name === 'to');
  const isAbout = (...kinds: unknown[]) => name === 'subjectId' && kinds.includes(details.kind);
  if (users.has(name) || isAssignee || isAbout('unblock', 'erase')) return `/admin/users?user=${value}`;
  if (orders.has(name) || isAbout('payout', 'warned_approval')) return `/admin/transactions?show=all&tx=${value}`;
  return undefined;
}

function codeText({ action }: DetailSource, findText: FindText, name: string, value: string): string {
  if (name === 'language') return languages.find(({ code }) => code === value)?.name ?? value;
  if (name === 'chain' && value in chainDetails) return chainDetails[value as ChainName].name;
  if (name === 'format') return value.toUpperCase();
  const prefixes = [
    ...(textPrefixesOfAction[action]?.[name] ?? []),
    ...(action.startsWith('approval.') && name === 'kind' ? approvalKinds : []),
    ...(action.startsWith('transaction.') && (name === 'from' || name === 'to') ? statuses : []),
    ...(textPrefixes[name] ?? []),
  ];
  return prefixes.map((prefix) => findText(prefix + value)).find((text) => text !== undefined) ?? value;
}

/** Fee tiers, confirmations by chain and the like: their values alone, in their order. */
function compoundText(value: unknown): string {
  if (Array.isArray(value)) return value.map(compoundText).join('; ');
  if (!isRecord(value)) return typeof value === 'number' ? formatNumber(value) : textOf(value);
  return Object.entries(value)
    .map(([name, item]) =>
      typeof item === 'number' ? (unitText(name, item) ?? formatNumber(item)) : compoundText(item),
    )
    .join(', ');
}

function unitText(name: string, value: string | number): string | undefined {
  if (name.endsWith('Usd')) return formatMoneyText(value, 'USD');
  return /percent$/i.test(name) ? formatPercent(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
