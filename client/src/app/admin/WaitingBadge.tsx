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

/** The badge of a sidebar link, by the link's id: one line for each kind of work. */
export const waitingBadges: Readonly<Record<string, ComponentType<WaitingProps>>> = {
  transactions: WaitingOrders,
  approvals: WaitingForApproval,
  kyc: WaitingChecks,
  'agent-chat': WaitingChats,
  'held-rates': WaitingRates,
};

function WaitingOrders({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const counts = useOpenCounts().map(({ count }) => count);
  const isKnown = counts.every((count) => count !== undefined);
  const count = counts.reduce<number>((sum, one = 0) => sum + one, 0);
  const text = t('waiting', { count });
  return <Waiting kind="transactions" count={isKnown ? count : undefined} {...{ text, folding }} />;
}

/** How many requests of others wait for this member. The link is shown only where a rule of four eyes is on. */
function WaitingForApproval({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(approvalsQuery('open')).data?.filter(({ mayDecide }) => mayDecide).length;
  const text = t('waitingApprovals', { count: count ?? 0 });
  return <Waiting kind="approvals" count={count} text={text} folding={folding} />;
}

function WaitingChecks({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingQuery).data;
  return <Waiting kind="kyc" count={count} text={t('waitingKyc', { count: count ?? 0 })} folding={folding} />;
}

/** How many conversations wait for an answer. */
function WaitingChats({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingRoomsQuery).data;
  return <Waiting kind="agent-chat" count={count} text={t('waitingChat', { count: count ?? 0 })} folding={folding} />;
}

/** How many held rates wait for a decision. */
function WaitingRates({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingRatesQuery).data;
  return <Waiting kind="held-rates" count={count} text={t('waitingRates', { count: count ?? 0 })} folding={folding} />;
}

function Waiting({
  kind,
  count,
  text,
  folding,
}: WaitingProps & { kind: string; count: number | undefined; text: string }) {
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
