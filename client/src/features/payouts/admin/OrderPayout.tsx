import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import { Button } from '#client/ui/form/Button.tsx';
import type { OrderPayoutProps } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { holdPayout } from '#shared/payouts/payouts.contract.ts';
import { payoutsQuery, usePayoutsChanged, type Payout } from '../payouts.queries.ts';
import { AskedAt } from './CameBack.tsx';
import { HoldDialog, PayoutActions } from './PayoutActions.tsx';
import { awaitedSince, PayoutMessage, useIsAwaited } from './PayoutMessage.tsx';

/** Shows the payout of an order on the screen of the order. */
export function OrderPayout({ isHold = false, ...order }: OrderPayoutProps) {
  return isHold ? <HoldDue {...order} /> : <CameBack {...order} />;
}

/** The button that holds the due payout of an order; null without one, or without the permission. */
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
  return payout ? <Returned payout={payout} /> : null;
}

function Returned({ payout }: { payout: Payout }) {
  const askedAt = awaitedSince(payout);
  const isAwaited = useIsAwaited(payout);
  return (
    <>
      {askedAt && (
        <p className="text-xs text-muted">
          <AskedAt at={askedAt} />
        </p>
      )}
      {/* Side by side, as wide as the pane: a narrow one has two lines on a button, and not two rows of them. */}
      <div className="flex flex-wrap gap-2 [&>a]:flex-1 [&>a]:basis-2/5 [&>span]:flex-1 [&>span]:basis-2/5 [&>span_[data-send]>button]:flex-1">
        {isAwaited && <PayoutMessage payout={payout} variant="filled" />}
        <PayoutActions payout={payout} />
      </div>
    </>
  );
}
