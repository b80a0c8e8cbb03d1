import { useTranslation } from 'react-i18next';
import { formatRate } from '#client/lib/format/format.ts';
import {
  isEmpty,
  labelOf,
  namesOfParam,
  presentValue,
  type DetailValue,
  type FindText,
} from '#client/ui/data/declared-values.ts';
import type { Param, Params } from '#shared/audit/audit.kinds.ts';
import { requestDetails, guardDetails } from '#shared/kernel/approval-details.ts';
import { decimal, zero } from '#shared/kernel/money.ts';
import type { Approval } from '../approvals.queries.ts';

/** A detail of a request in the reader's language; for a change with the value that it replaces. */
export interface DetailRow {
  name: string;
  term: string;
  value: DetailValue;
  before?: DetailValue | undefined;
}

const declaredParams: Params = requestDetails;

/** Reads the details of a request, in the order in which they are declared. */
export function detailRows(facts: Approval['facts'], findText: FindText): DetailRow[] {
  const entry = { subjectId: null, subjectType: null, details: facts, detailNames: {} };
  const readDetail = (name: string, param: Param, value: unknown): DetailValue => {
    // A rule without a value is off.
    if (isEmpty(value) && name in guardDetails) return { text: findText('approvals:off') ?? '' };
    return presentValue(param, param.kind === 'codes' ? String(value).split(', ') : value, { entry, findText });
  };
  const presentParams = Object.entries(declaredParams).filter(([name, { before }]) => {
    const isReplaced = before !== undefined && !isEmpty(facts[before]);
    return name in facts && (!isEmpty(facts[name]) || isReplaced || name in guardDetails);
  });
  const hiddenNames = new Set(presentParams.flatMap(([, param]) => namesOfParam(param)));
  return presentParams
    .filter(([name]) => !hiddenNames.has(name))
    .map(([name, param]) => ({
      name,
      term: labelOf(param, { findText }) ?? name,
      value: withSign(name, withCurrencies(name, readDetail(name, param, facts[name]), facts[name], facts), facts),
      before:
        param.before !== undefined && param.before in facts
          ? withCurrencies(name, readDetail(name, param, facts[param.before]), facts[param.before], facts)
          : undefined,
    }));
}

/** The currencies of a request about a rate. */
export function pairOf({ pair }: Approval['facts']): { from: string; to: string } | undefined {
  const [, from, to] = /^([A-Z]{3})\W+([A-Z]{3})$/.exec(String(pair ?? '')) ?? [];
  return from && to ? { from, to } : undefined;
}

const rateNames = ['rate', 'rateDayAgo', 'marketRate'];

/** Formats a rate with its currencies and every digit, so that the old one and the new one compare. */
function withCurrencies(name: string, value: DetailValue, rate: unknown, facts: Approval['facts']): DetailValue {
  const pair = pairOf(facts);
  if (!pair || !rateNames.includes(name) || isEmpty(rate)) return value;
  return { ...value, text: formatRate(pair.from, pair.to, String(rate), { exact: true }) };
}

/** Formats the difference to a higher rate with a plus sign, as a lower one has a minus. */
function withSign(name: string, value: DetailValue, { percent }: Approval['facts']): DetailValue {
  const isMore = name === 'percent' && decimal(String(percent)).gt(zero);
  return isMore ? { ...value, text: `+${value.text}` } : value;
}

/** The namespaces that the labels of details and the words of their codes are in. */
export const detailNamespaces = [
  'approvals',
  'audit.params',
  'deposit-sources.admin',
  'settings.admin',
  'settlements.admin',
  'team',
] as const;

/** Returns the details of a request for approval as labelled rows in the user's language. */
export function useDetailRows(facts: Approval['facts']): DetailRow[] {
  const { t, i18n } = useTranslation(detailNamespaces);
  return detailRows(facts, (key) =>
    // The key exists, although its type does not include it.
    i18n.exists(key) ? t(key as 'approvals:title', { skipInterpolation: true }) : undefined,
  );
}
