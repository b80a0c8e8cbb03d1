import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsQuery } from '#client/features/approvals/approvals.queries.ts';
import { waitingRoomsQuery } from '#client/features/chat/chat.admin.queries.ts';
import { waitingQuery } from '#client/features/kyc/admin/kyc.admin.queries.ts';
import { useOpenCounts } from '#client/features/orders/admin/orders.admin.queries.ts';
import { waitingRatesQuery } from '#client/features/rates/admin/rates.admin.queries.ts';
import { useReportWaiting } from '#client/lib/browser/waiting-work.ts';
import { formatNumber } from '#client/lib/format/format.ts';

interface WaitingProps {
  /** With icons only, the count is shown on the icon. */
  folding: boolean;
}

function useOpenOrders(): number | undefined {
  const counts = useOpenCounts().map(({ count }) => count);
  return counts.reduce<number | undefined>(
    (sum, item) => (sum === undefined || item === undefined ? undefined : sum + item),
    0,
  );
}
/** Requests of others that wait for this member. The link is shown only where a rule of four eyes is on. */
const useApprovals = () => useQuery(approvalsQuery('open')).data?.filter(({ mayDecide }) => mayDecide).length;
const useChecks = () => useQuery(waitingQuery).data;
const useChats = () => useQuery(waitingRoomsQuery).data;
const useRates = () => useQuery(waitingRatesQuery).data;

/** The badge of one kind of work: how much of it waits, once that is known. */
function badge(
  kind: string,
  useCount: () => number | undefined,
  text: 'waiting' | 'waitingApprovals' | 'waitingKyc' | 'waitingChat' | 'waitingRates',
) {
  return function Badge({ folding }: WaitingProps) {
    const { t } = useTranslation('admin');
    const count = useCount();
    return <Waiting {...{ kind, count, folding }} text={t(text, { count: count ?? 0 })} />;
  };
}

/** The badge of a sidebar link, by the link's id: one line for each kind of work. */
export const waitingBadges: Readonly<Record<string, ComponentType<WaitingProps>>> = {
  transactions: badge('transactions', useOpenOrders, 'waiting'),
  approvals: badge('approvals', useApprovals, 'waitingApprovals'),
  kyc: badge('kyc', useChecks, 'waitingKyc'),
  'agent-chat': badge('agent-chat', useChats, 'waitingChat'),
  'held-rates': badge('held-rates', useRates, 'waitingRates'),
};

function Waiting(props: WaitingProps & { kind: string; count: number | undefined; text: string }) {
  const { kind, count, text, folding } = props;
  // The sidebar is on every screen; the drawer of a phone comes and goes.
  useReportWaiting(folding ? kind : undefined, count, text);
  if (!count) return null;
  return (
    <span
      className={clsx(
        'ms-auto rounded-full bg-other-soft px-2 text-xs font-semibold text-ink figures forced-colors:bg-transparent',
        folding && 'max-xl:absolute max-xl:end-0 max-xl:top-0 max-xl:px-1',
      )}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
