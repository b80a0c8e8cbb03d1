import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { Flag, isFlagged, TransferWord } from '../matching/Flag.tsx';
import type { Matching } from '../matching/orders.matching.queries.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { OrderStatus } from '../OrderStatus.tsx';
import { useLabelledSums, useSumTexts } from '../useSumTexts.ts';
import { Age } from './Age.tsx';
import type { QueueState } from './useQueueState.ts';
import { tableRowId } from './useTableKeys.ts';

/** Shows the given or the paid sum. */
export function Sum({ row, of }: { row: AdminOrder; of: 'given' | 'payout' }) {
  return <Ltr className="figures lg:whitespace-nowrap">{useLabelledSums(row)[of]}</Ltr>;
}

/** The customer's name in at most two lines, with all of it and the address in the title. */
export function Customer({ row: { userName, userEmail } }: { row: AdminOrder }) {
  return (
    <span
      dir="auto"
      className="max-w-36 wrap-break-word lg:line-clamp-2 min-[88rem]:max-w-64"
      title={[userName, userEmail && shownEmail(userEmail)].filter(Boolean).join(', ')}
    >
      {userName}
    </span>
  );
}

/** Shows the payout above the amount given for it: verdict and flag leave no space for two columns. */
export function Sums({ row }: { row: AdminOrder }) {
  const { t } = useTranslation('orders.admin');
  const { payout, given, isAgreed } = useSumTexts(row);
  return (
    <span className="flex flex-col items-end whitespace-nowrap figures">
      <Ltr>{payout}</Ltr>
      <span className="text-xs text-muted">
        {isAgreed && `${t('slip.agreed')} · `}
        <Ltr>{given}</Ltr>
      </span>
    </span>
  );
}

/** Shows the reference as a link that opens the order. */
export function OpenLink({ row, state }: { row: AdminOrder; state: QueueState }) {
  const { t } = useTranslation('orders.admin');
  return (
    <Link
      id={tableRowId(row.id)}
      to={state.hrefOf(row.id)}
      preventScrollReset
      aria-label={t('open', { reference: row.reference })}
      className="tap-area font-mono text-xs whitespace-nowrap text-link"
    >
      {row.reference}
    </Link>
  );
}

interface CardProps {
  row: AdminOrder;
  state: QueueState;
  matching: Matching | undefined;
  loudest: ReadonlySet<string>;
  /** Chooses the order. */
  box: ReactNode;
}

/**
 * The row on a narrow screen in three lines: the order and its status, the sums,
 * the customer and what speaks against it.
 */
export function Card({ row, state, matching, loudest, box }: CardProps) {
  const isFlaggedRow = matching !== undefined && isFlagged(row.id, matching);
  return (
    <div className="flex gap-3 text-sm">
      <span className="pt-0.5">{box}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="flex items-baseline gap-x-2">
            <OpenLink row={row} state={state} />
            <span className="text-xs">
              <Age {...{ row, loudest }} className="text-muted" />
            </span>
          </span>
          <OrderStatus order={row} size="small" bare isShort={matching !== undefined} />
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">
            <Sum row={row} of="payout" />
          </span>
          <span className="text-xs text-muted">
            <Sum row={row} of="given" />
          </span>
        </span>
        {/* A long name has a line of its own, and the flag the next one: neither is cut. */}
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
          <bdi className="min-w-0 text-muted wrap-break-word">{row.userName}</bdi>
          {matching && (
            <Suspense>
              <TransferWord id={row.id} />
              {isFlaggedRow && <Flag id={row.id} matching={matching} />}
            </Suspense>
          )}
        </span>
      </div>
    </div>
  );
}
