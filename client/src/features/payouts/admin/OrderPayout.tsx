import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskedAgain } from '#client/features/refunds/components/useAskedAgain.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import type { OrderPayoutProps } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { holdPayout } from '#shared/payouts/payouts.contract.ts';
import { payoutsQuery, usePayoutsChanged, type Payout } from '../payouts.queries.ts';
import { AskedAt } from './CameBack.tsx';
import { HoldDialog, PayoutActions } from './PayoutActions.tsx';

/** The part of an order's screen that is about its payout. */
export function OrderPayout({ isHold = false, ...order }: OrderPayoutProps) {
  return isHold ? <HoldDue {...order} /> : <CameBack {...order} />;
}

/** Holds the due payout of an order; nothing where none is due, or where this member may not. */
function HoldDue({ orderId, reference }: OrderPayoutProps) {
  const { t } = useTranslation('payouts.admin');
  const { data } = useQuery(payoutsQuery(['due'], 1, { q: reference }));
  const payout = data?.items.find(({ order }) => order.id === orderId);
  const mayHold = useMay()(holdPayout.may);
  const [isAsking, setAsking] = useState(false);
  if (!payout || !mayHold) return null;
  const action = t('holdIt');
  return (
    <>
      <Button
        text={action}
        size="small"
        variant="ghost"
        className="-my-2"
        aria-label={t('actionOf', { action, reference })}
        onClick={() => setAsking(true)}
      />
      {isAsking && <HoldDialog payout={payout} onClose={() => setAsking(false)} />}
    </>
  );
}

/**
 * Shows when the customer was asked about returned money of an order, and the actions; nothing if no money came back.
 */
function CameBack({ orderId, reference }: OrderPayoutProps) {
  usePayoutsChanged();
  const { data } = useQuery(payoutsQuery(['returned'], 1, { q: reference }));
  const payout = data?.items.find(({ order, kind }) => order.id === orderId && kind === 'order');
  if (!payout) return null;
  const askedAt = payout.order.stage === 'details_needed' ? payout.returned?.askedAt : null;
  return (
    <>
      {askedAt && (
        <p className="text-xs text-muted">
          <AskedAt at={askedAt} />
        </p>
      )}
      {/* Side by side, as wide as the pane: a narrow one has two lines on a button, and not two rows of them. */}
      <div className="flex flex-wrap gap-2 [&>a]:flex-1 [&>a]:basis-2/5 [&>div]:contents [&>div>button]:flex-1 [&>div>button]:basis-2/5">
        {askedAt && <Reminder payout={payout} askedAt={askedAt} />}
        <PayoutActions payout={payout} />
      </div>
    </>
  );
}

/** A link to the customer while their answer is awaited: the money waits for another account. */
function Reminder({ payout: { order, userId, userName }, askedAt }: { payout: Payout; askedAt: string }) {
  const { t } = useTranslation('payouts.admin');
  const may = useMay();
  const { isLate } = useAskedAgain(askedAt);
  if (isLate || !may('chat.answer')) return null;
  return (
    <ButtonLink
      text={t('write', { name: userName })}
      size="small"
      variant="filled"
      to={`/admin/agent-chat?user=${userId}&order=${order.id}`}
    />
  );
}
