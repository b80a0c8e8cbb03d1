import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsQuery } from '#client/features/approvals/approvals.queries.ts';
import { requestsQuery, waitingRoomsQuery } from '#client/features/chat/chat.admin.queries.ts';
import { waitingQuery } from '#client/features/kyc/admin/kyc.admin.queries.ts';
import { useWorkCount } from '#client/features/orders/admin/orders.admin.queries.ts';
import { figuresQuery } from '#client/features/payouts/payouts.queries.ts';
import { waitingRatesQuery } from '#client/features/rates/admin/rates.admin.queries.ts';
import { refundQueueQuery } from '#client/features/refunds/refunds.queries.ts';
import { unmatchedQuery } from '#client/features/settlements/settlements.queries.ts';
import { useReportWaiting } from '#client/lib/browser/waiting-work.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { sidebarOf } from './places.ts';

interface WaitingProps {
  /** With icons only, the count is shown below the icon. */
  folding: boolean;
}

/** Each counts the work that this member can do; no request is sent for other work. */
const useOrders = () => useWorkCount('todo', useMay()('orders.decide'));
const useApprovals = () => useQuery(approvalsQuery('open')).data?.filter(({ mayDecide }) => mayDecide).length;
const useChecks = () => useQuery({ ...waitingQuery, enabled: useMay()('kyc.decide') }).data;
/** Counts conversations that wait for an answer, and requests for an agent, for a member who answers them. */
function useChats(): number | undefined {
  const requests = useQuery({ ...requestsQuery, enabled: useMay()('chat.answer') }).data;
  const rooms = useQuery(waitingRoomsQuery).data;
  return rooms === undefined ? undefined : rooms + (requests?.total ?? 0);
}

const useRates = () => useQuery({ ...waitingRatesQuery, enabled: useMay()('rates.write') }).data;

/**
 * Counts the payouts that wait for this member: payouts to batch or to ask about for a member who prepares them,
 * batches to release and payments by hand for a member who releases them.
 */
function usePayouts(): number | undefined {
  const may = useMay();
  const states = [
    ...(may('payouts.prepare') ? (['due', 'held', 'returned'] as const) : []),
    ...(may('payouts.release') ? (['batched', 'released'] as const) : []),
  ];
  const { data } = useQuery({ ...figuresQuery, enabled: states.length > 0 });
  return data?.currencies.reduce((sum, figures) => states.reduce((all, state) => all + figures[state].payouts, sum), 0);
}

const useUnmatched = () =>
  useQuery({ ...unmatchedQuery({ state: 'open', pageSize: 1 }), enabled: useMay()('orders.decide') }).data?.total;

/**
 * Counts the refunds that wait for this member: to approve for a member who decides, to send for a member who releases.
 */
function useRefunds(): number | undefined {
  const may = useMay();
  const isEnabled = may('orders.decide') || may('payouts.release');
  return useQuery({ ...refundQueueQuery({ work: 'todo', pageSize: 1 }), enabled: isEnabled }).data?.total;
}

/** Sums both counts where they are known: one badge for arrived coins and refunds. */
function useCoins(): number | undefined {
  const counts = [useUnmatched(), useRefunds()].filter((count) => count !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Leads a member whose queue is empty to the first other work that waits for them. */
export function NextWork() {
  const { t } = useTranslation(['admin', 'common']);
  const counts = { 'money-out': usePayouts(), 'coins-in': useCoins(), kyc: useChecks(), 'agent-chat': useChats() };
  const entries = sidebarOf(useMay(), true).flatMap((group) => group.entries);
  const next = entries
    .map((entry) => ({ ...entry, count: Object.entries(counts).find(([id]) => id === entry.id)?.[1] ?? 0 }))
    .toSorted((first, second) => Number(second.id === 'money-out') - Number(first.id === 'money-out'))
    .find(({ count }) => count > 0);
  return (
    next && <ButtonLink text={t('goTo', { place: t(next.text), number: formatNumber(next.count) })} to={next.to} />
  );
}

/** Number of items that wait for the team on each tab of an entry, by the id of its screen: an open offer does not. */
export function useTabCounts(): Readonly<Partial<Record<string, number>>> {
  return { unmatched: useUnmatched(), refunds: useRefunds(), 'held-rates': useRates() };
}

/** The badge of one kind of work with its count; nothing until the count is known. */
function badge(
  kind: string,
  useCount: () => number | undefined,
  text: 'waiting' | `waiting${'Coins' | 'Approvals' | 'Payouts' | 'Kyc' | 'Chat' | 'Rates'}`,
) {
  return function Badge({ folding }: WaitingProps) {
    const { t } = useTranslation('admin');
    const count = useCount();
    return <Waiting {...{ kind, count, folding }} text={t(text, { count: count ?? 0 })} />;
  };
}

/** The badge of a sidebar link, by the link's id: one line for each kind of work. */
export const waitingBadges: Readonly<Record<string, ComponentType<WaitingProps>>> = {
  transactions: badge('transactions', useOrders, 'waiting'),
  'coins-in': badge('coins-in', useCoins, 'waitingCoins'),
  approvals: badge('approvals', useApprovals, 'waitingApprovals'),
  'money-out': badge('payouts', usePayouts, 'waitingPayouts'),
  kyc: badge('kyc', useChecks, 'waitingKyc'),
  'agent-chat': badge('agent-chat', useChats, 'waitingChat'),
  prices: badge('prices', useRates, 'waitingRates'),
};

function Waiting(props: WaitingProps & { kind: string; count: number | undefined; text: string }) {
  const { kind, count, text, folding } = props;
  // The sidebar is on every screen; the drawer of a phone comes and goes.
  useReportWaiting(folding ? kind : undefined, count, text);
  if (!count) return null;
  return (
    <span
      className={clsx(
        'rounded-full bg-other-soft px-2 text-xs font-semibold text-ink figures forced-colors:bg-transparent',
        folding ? 'max-xl:px-1 xl:ms-auto' : 'ms-auto',
      )}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
