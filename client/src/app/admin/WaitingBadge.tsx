import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { waitingRoomsQuery } from '#client/features/chat/chat.admin.queries.ts';
import { waitingQuery } from '#client/features/kyc/admin/kyc.admin.queries.ts';
import { useOpenCounts } from '#client/features/orders/admin/orders.admin.queries.ts';
import { waitingRatesQuery } from '#client/features/rates/admin/rates.held.queries.ts';
import { formatNumber } from '#client/lib/format/format.ts';

interface WaitingProps {
  /** With icons only, the count is for screen readers. */
  folding: boolean;
}

/** What waits behind a way of the sidebar, by the way's id: one line for each kind of work. */
export const waitingBadges: Readonly<Record<string, ComponentType<WaitingProps>>> = {
  transactions: WaitingOrders,
  kyc: WaitingChecks,
  'agent-chat': WaitingChats,
  'held-rates': WaitingRates,
};

/** How many orders wait for an admin. */
function WaitingOrders({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useOpenCounts().reduce((sum, { count = 0 }) => sum + count, 0);
  return <Waiting count={count} text={t('waiting', { count })} folding={folding} />;
}

/** How many identity checks wait for an admin. */
function WaitingChecks({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingQuery).data ?? 0;
  return <Waiting count={count} text={t('waitingKyc', { count })} folding={folding} />;
}

/** How many conversations wait for an answer. */
function WaitingChats({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingRoomsQuery).data ?? 0;
  return <Waiting count={count} text={t('waitingChat', { count })} folding={folding} />;
}

/** How many held rates wait for a decision. */
function WaitingRates({ folding }: WaitingProps) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingRatesQuery).data ?? 0;
  return <Waiting count={count} text={t('waitingRates', { count })} folding={folding} />;
}

function Waiting({ count, text, folding }: { count: number; text: string; folding: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        'ms-auto rounded-full bg-other-soft px-2 text-xs font-semibold text-ink figures forced-colors:bg-transparent',
        folding && 'max-xl:sr-only',
      )}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
