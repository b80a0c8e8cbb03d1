import { formatMoneyText, formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import type { Approval } from '../approvals.queries.ts';

type Details = Approval['facts'];
/** Looks up a whole key of a catalogue, such as `approvals:yes`. */
type Translate = (key: string) => string;

const decimal = /^-?\d+(\.\d+)?$/;

/** One detail of a request, formatted for the reader: money with its currency and every digit. */
export function detailText(
  facts: Details,
  key: string,
  value: Details[string] | undefined,
  translate: Translate,
): string {
  if (value === null || value === undefined) return translate('approvals:off');
  if (typeof value === 'boolean') return translate(value ? 'approvals:yes' : 'approvals:no');
  if (key === 'role') return translate(`team:role.${value}`);
  if (key === 'verdict') return translate(`approvals:verdict.${value}`);
  if (key === 'warnings')
    return formatList(
      String(value)
        .split(', ')
        .map((warning) => translate(`audit.params:value.finding.${warning}`)),
    );
  if (key === 'sections')
    return formatList(
      String(value)
        .split(', ')
        .map((section) => translate(`settings.admin:${section}.title`)),
    );
  if (!isAmount(key) || !decimal.test(String(value))) return String(value);
  if (key === 'payout') return formatMoneyText(value, String(facts.currency));
  if (key.endsWith('Usd')) return formatMoneyText(value, 'USD');
  return /percent$/i.test(key) ? formatPercent(value) : formatNumber(value);
}

/** Account numbers and ids are digits too, and stay as they are. */
const isAmount = (key: string) =>
  /^(payout|rate|rateDayAgo|marketRate|screenshots|minimumDeposit|expireHours)$|Usd$|percent$/i.test(key);

/** Set in a fixed width: compared character by character. */
export const isCode = (key: string) =>
  ['payeeAccount', 'address', 'memo', 'adminTransactionId', 'refundAddress', 'txHash', 'tag'].includes(key);
