import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  CircleOff,
  CirclePause,
  Clock,
  FlaskConical,
  IdCard,
  Inbox,
  MailWarning,
  MessagesSquare,
  ShieldAlert,
  TrendingUp,
  TriangleAlert,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { linesPageSize, linesQuery } from '#client/features/payouts/admin/statements/payouts.statements.queries.ts';
import { useDueParts } from '#client/features/payouts/components/useDue.ts';
import { figuresQuery } from '#client/features/payouts/payouts.queries.ts';
import { pausesQuery } from '#client/features/rates/admin/rates.admin.queries.ts';
import { usePausedNames, usePauseName } from '#client/features/rates/components/usePausedNames.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatMoneyText, formatNumber, formatRelative } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { amountOf, none, sumOf, toText } from '#shared/kernel/money.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { OverviewStats } from './overview.admin.queries.ts';

/** The figures of the open work. */
export type Work = Pick<OverviewStats, 'needs'>;

/** All open work, most urgent first, each with its text, its age and its link. */
export const useWorkItems = (work: Work) => [
  ...usePauseItems(),
  ...useChainItems(work),
  ...useSourceItems(work),
  ...useAttentionItems(work),
];

const partsOf = (...details: readonly (string | false)[]): string[] =>
  details.flatMap((detail) => (detail ? [detail] : []));

/** The screen of each stopped part; the other parts are for the operator of the server. */
const placesOf: Partial<Record<Work['needs']['stopped'][number]['what'], string>> = {
  prices: '/admin/held-rates',
  fx: '/admin/held-rates',
  audit: '/admin/audit-log',
  books_changed: '/admin/books?tab=months',
};

const accounts = '/admin/payment-methods';
const unmatchedLines = '/admin/statements?state=unmatched';
const refusedAt = (id: string | undefined) => `/admin/transactions?show=all${id === undefined ? '' : `&tx=${id}`}`;
const orderAt = (id: string | undefined) => `/admin/transactions${id === undefined ? '' : `?tx=${id}`}`;
const payoutsAt = (tab: string) => `/admin/payouts?tab=${tab}`;

/** Kept in one line: behind a sum it would break on a phone. */
const agoOf = (at: string, now: number): string => formatRelative(at, now).replaceAll(' ', '\u00a0');

type Waiting = { count: number; oldestAt: string | null };

/** The work of each kind: its count, the age or the name of the first item, and its link. */
function useAttentionItems({ needs }: Work) {
  const { t } = useTranslation(['overview', 'payouts.admin']);
  const now = useNow(true, 30_000);
  const countText = (count: number) => ({ count, shown: formatNumber(count) });
  const since = ({ count, oldestAt: at }: Waiting) => {
    if (at === null) return '';
    if (now - Date.parse(at) < minuteMs) return t('needs.fresh');
    const agoText = agoOf(at, now);
    return count === 1 ? agoText : t('needs.oldest', { ago: agoText });
  };
  const { forgedAddresses, forgedAccounts, reorganised, orders, chats, agentRequests, kyc, heldRates } = needs;
  const { moneyBack } = needs;
  const references = reorganised.map(({ reference }) => reference).join(', ');
  const forgedChains = needs.forgedSources.map(({ chain }) => chainDetails[chain].name).join(', ');
  const heldSubject = heldRates.subject ?? '';
  const first = t('needs.heldFirst', { subject: coinById(heldSubject)?.name ?? heldSubject });
  const alarms = [
    ['forged', ShieldAlert, forgedAddresses.length, forgedAddresses.join(', '), 'check', '/admin/wallets'],
    ['forgedAccounts', ShieldAlert, forgedAccounts.length, forgedAccounts.join(', '), 'check', accounts],
    ['forgedSources', ShieldAlert, needs.forgedSources.length, forgedChains, 'check', '/admin/deposit-sources'],
    ['reorganised', ShieldAlert, reorganised.length, references, 'review', orderAt(reorganised[0]?.id)],
  ] as const;
  const stoppedItems = needs.stopped.map(({ what, since: at }) => {
    const detail = at === null ? '' : t('needs.stoppedSince', { ago: formatRelative(at, now) });
    const Icon = what === 'mail' ? MailWarning : CircleOff;
    return [`stopped.${what}`, Icon, 1, detail, 'check', placesOf[what]] as const;
  });
  const { payouts } = needs;
  const { toRelease } = payouts;
  const dueCounts = useDueCounts(payouts.due.count);
  const sumsOf = useSums(Object.values(payouts).some(({ count }) => count > 0));
  const money = (state: MoneyState, of: Waiting) => partsOf(sumsOf(state), since(of));
  const bookings = partsOf(useLineSums('unmatched', payouts.unmatched.count), since(payouts.unmatched));
  const proposed = partsOf(useLineSums('proposed', payouts.proposed.count), since(payouts.proposed));
  const amountsOf = new Map<string, string>([
    ['payoutsDue', dueCounts.ready.amounts],
    ['payoutsLook', dueCounts.flagged.amounts],
    ['returned', sumsOf('returned') || '…'],
    ['moneyBack', formatList(moneyBack.amounts.map(({ amount, currency }) => formatMoneyText(amount, currency)))],
  ]);
  const waitingItems = [
    ['paidTwice', ShieldAlert, payouts.paidTwice.count, since(payouts.paidTwice), 'check', unmatchedLines],
    ['toRelease', Banknote, toRelease.count, money('batched', toRelease), 'release', payoutsAt('release')],
    ['toSend', Banknote, payouts.toSend.count, money('released', payouts.toSend), 'handOver', payoutsAt('release')],
    ['payoutsDue', Banknote, dueCounts.ready.count, since(payouts.due), 'batch', payoutsAt('due')],
    ['payoutsLook', Banknote, dueCounts.flagged.count, since(payouts.due), 'review', payoutsAt('due')],
    ['returned', Banknote, payouts.returned.count, since(payouts.returned), 'why', payoutsAt('returned')],
    ['payoutsHeld', CirclePause, payouts.held.count, money('held', payouts.held), 'decide', payoutsAt('returned')],
    ['moneyBack', Banknote, moneyBack.count, since(moneyBack), 'sendBack', refusedAt(moneyBack.oldest?.id)],
    ['bookings', Banknote, payouts.unmatched.count, bookings, 'match', unmatchedLines],
    ['proposed', Banknote, payouts.proposed.count, proposed, 'confirm', '/admin/statements'],
    ['orders', Clock, orders.count, since(orders), 'decide', orderAt(orders.oldest?.id)],
    ['approvals', UsersRound, needs.approvals.count, since(needs.approvals), 'review', '/admin/approvals'],
    ['unmatched', Inbox, needs.unmatched.count, since(needs.unmatched), 'decide', '/admin/unmatched'],
    ['chats', MessagesSquare, chats.count, since(chats), 'answer', '/admin/agent-chat'],
    ['requests', UserRoundSearch, agentRequests.count, since(agentRequests), 'answer', '/admin/agent-chat'],
    ['kyc', IdCard, kyc.count, since(kyc), 'review', '/admin/kyc'],
    ['held', TrendingUp, heldRates.count, first, 'check', '/admin/held-rates'],
    ['low', TriangleAlert, needs.lowSources.length, '', 'add', '/admin/deposit-sources'],
    ['addresses', FlaskConical, needs.samples.addresses, t('needs.sample'), 'replace', '/admin/wallets'],
    ['accounts', FlaskConical, needs.samples.accounts, t('needs.sample'), 'replace', accounts],
  ] as const;
  return [...alarms, ...stoppedItems, ...waitingItems]
    .filter(([, , count]) => count > 0)
    .map(([id, Icon, count, detail, action, to]) => {
      const text = { ...countText(count), amounts: amountsOf.get(id) ?? '' };
      const line = id === 'payoutsLook' ? t('payouts.admin:needLook', text) : t(`needs.${id}`, text);
      return { id, Icon, text: line, detail: typeof detail === 'string' ? partsOf(detail) : detail, action, to };
    });
}

type Sums = readonly { currency: string; amount: string; payouts: number }[];

const moneyList = (sums: Sums): string =>
  formatList(sums.flatMap(({ currency, amount, payouts }) => (payouts > 0 ? formatMoneyText(amount, currency) : [])));

/**
 * The number of due payouts that a batch takes at once and of those that need a check first, with their sums; dots
 * until they are loaded.
 */
function useDueCounts(count: number) {
  const parts = useDueParts(count > 0);
  const countsOf = (sums: Sums) => ({
    count: sums.reduce((all, { payouts }) => all + payouts, 0),
    amounts: moneyList(sums),
  });
  if (!parts) return { ready: { count, amounts: '…' }, flagged: { count: 0, amounts: '' } };
  return {
    ready: countsOf(parts.map(({ currency, ready }) => ({ currency, ...ready }))),
    flagged: countsOf(parts.map(({ currency, flagged }) => ({ currency, ...flagged }))),
  };
}

type MoneyState = 'batched' | 'released' | 'returned' | 'held';

/** The sums of the payouts of a state, one for each currency; empty until they are loaded. */
function useSums(isSome: boolean): (state: MoneyState) => string {
  const { data } = useQuery({ ...figuresQuery, enabled: isSome });
  return (state) => moneyList((data?.currencies ?? []).map((row) => ({ currency: row.currency, ...row[state] })));
}

/** The sums of the lines of statements in a state, one for each currency; empty where they are more than a page. */
function useLineSums(state: 'unmatched' | 'proposed', count: number): string {
  const isRead = useMay()('books.read') && count > 0 && count <= linesPageSize;
  const { data } = useQuery({ ...linesQuery({ state, pageSize: linesPageSize }), enabled: isRead });
  const lines = data?.items ?? [];
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const sumIn = (unit: string) =>
    sumOf(
      none.payout,
      lines.filter(({ currency }) => currency === unit).map(({ amount }) => amountOf('payout', amount, unit)),
    );
  return formatList(currencies.map((currency) => formatMoneyText(toText(sumIn(currency)), currency)));
}

/** All pauses in one line for every member, so that they are not forgotten; why, for whoever may end them. */
function usePauseItems() {
  const { t } = useTranslation('overview');
  const now = useNow(true, 30_000);
  const names = usePausedNames();
  const nameOf = usePauseName();
  const mayResume = useMay()('rates.write');
  const { data } = useQuery({ ...pausesQuery, enabled: mayResume && names.length > 0 });
  if (names.length === 0) return [];
  const text = t('needs.paused', { names: formatList(names) });
  const active = data?.active ?? [];
  const sinceAt = active.map(({ since }) => since).toSorted()[0];
  const since = sinceAt !== undefined && formatRelative(sinceAt, now);
  const reasons = new Set(active.map(({ reason }) => reason));
  // If there are several reasons, each is shown with the work that it has stopped.
  const reasonTexts = reasons.size > 1 ? active.map((pause) => `${nameOf(pause)}: ${pause.reason}`) : [...reasons];
  const detail = partsOf(...reasonTexts, since);
  return [{ id: 'paused', Icon: CirclePause, text, detail, action: 'resume', to: '/admin/prices' } as const];
}

/** Price sources that are down, by name; the others serve. */
function useSourceItems({ needs: { priceSources } }: Work) {
  const { t } = useTranslation('overview');
  const now = useNow(true, 30_000);
  return priceSources.map(({ source, since }) => ({
    id: `source.${source}`,
    Icon: CircleOff,
    text: t('needs.priceSources', { source }),
    detail: since === null ? [] : [t('needs.stoppedSince', { ago: formatRelative(since, now) })],
    action: 'check' as const,
    to: '/admin/prices',
  }));
}

/** Chains that cannot confirm a deposit, or whose last reading failed, with their state. */
function useChainItems({ needs: { chains } }: Work) {
  const { t } = useTranslation(['overview', 'wallets.admin']);
  const now = useNow(true, 30_000);
  return chains.map(({ chain, source, height, tipAgeSeconds, behind, lastError }) => {
    const tipAt = tipAgeSeconds === null ? null : new Date(now - tipAgeSeconds * 1000);
    const detail = partsOf(
      source,
      height !== null && t('wallets.admin:chains.height', { height: formatNumber(height) }),
      tipAt !== null && t('wallets.admin:chains.tip', { ago: formatRelative(tipAt, now) }),
      behind > 0 && t('wallets.admin:chains.behind', { count: behind }),
      lastError !== null && t('wallets.admin:chains.error', { error: lastError }),
    );
    const text = t('overview:needs.chain', { chain: chainDetails[chain].name });
    return { id: `chain ${chain}`, Icon: CircleOff, text, detail, action: 'check', to: '/admin/wallets' } as const;
  });
}
