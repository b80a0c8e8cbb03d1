import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayMessage } from '#client/features/refunds/components/MessageCustomer.tsx';
import { useAskedAgain } from '#client/features/refunds/components/useAskedAgain.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { useIsMe } from '#client/lib/session/permissions.ts';
import { toast } from '#client/ui/feedback/toast.ts';
import { shown, useCan, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import { RowActs } from '#client/ui/overlay/RowActs.tsx';
import * as contract from '#shared/payouts/payouts.contract.ts';
import { returnReasons } from '#shared/payouts/payouts.lifecycle.ts';
import { payoutRoutes, type Payout } from '../payouts.queries.ts';
import { awaitedSince, PayoutMessage, useIsAwaited } from './PayoutMessage.tsx';

type ActedOn = Pick<
  Payout,
  'id' | 'kind' | 'state' | 'order' | 'userId' | 'userName' | 'returned' | 'amount' | 'currency'
>;

function useAsking({ order: { reference } }: ActedOn) {
  const { t } = useTranslation('payouts.admin');
  const onDone = () => toast({ title: t('changed'), text: reference });
  const reasonField = { label: t('reason'), kind: 'lines' } as const;
  const asksWhy = { fields: { reason: reasonField }, onDone };
  return {
    t,
    why: reasonField,
    onDone,
    asksWhy,
    hold: shown(contract.holdPayout, { label: t('action.hold'), ...asksWhy }),
  };
}

function useActions(payout: ActedOn): ShownAction[] {
  const { t, why, onDone, asksWhy, hold } = useAsking(payout);
  const isUnasked = payout.kind === 'order' && payout.order.stage === 'returned';
  const { isLate } = useAskedAgain(awaitedSince(payout));
  const amount = formatMoneyText(payout.amount, payout.currency);
  const reasons = returnReasons.map((value) => ({ value, text: t(`returned.${value}`) }));
  return [
    hold,
    shown(contract.resumePayout, {
      label: t('action.resume'),
      confirm: t('resumeAmount', { amount }),
      ...asksWhy,
      children: <p className="text-sm">{t('resumeText')}</p>,
    }),
    // The next step asks the customer, and asks again once their time for an answer is over.
    ...(isUnasked || isLate
      ? [
          shown(contract.askForAccount, {
            label: t(isLate ? 'action.askAgain' : 'action.ask'),
            isNext: true,
            children: <p className="text-sm">{t(isLate ? 'askAgainText' : 'askText', { name: payout.userName })}</p>,
            onDone,
          }),
        ]
      : []),
    // Money sent to a closed account comes back once more.
    ...(payout.returned?.reason === 'account_closed'
      ? []
      : [
          shown(contract.payAgain, {
            label: t('action.again'),
            ...asksWhy,
            children: payout.returned && (
              <p className="text-sm">{t('againText', { why: t(`returned.${payout.returned.reason}`) })}</p>
            ),
          }),
        ]),
    shown(contract.settlePayout, {
      label: t('action.settle'),
      confirm: t('settleAmount', { amount }),
      ...asksWhy,
    }),
    shown(contract.returnPayout, {
      label: t('action.return'),
      fields: {
        reason: { label: t('column.reason'), kind: 'choice', options: reasons, value: 'account_closed' },
        note: why,
        askCustomer: { label: t('askCustomer'), kind: 'check', value: true },
      },
      onDone,
    }),
  ];
}

/** Asks why a payout is held; renders nothing if this member may not hold it. */
export function HoldDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { t, hold } = useAsking(payout);
  if (!useCan()(hold, payout)) return null;
  return (
    <ContractDialog
      action={hold}
      row={payout}
      subtitle={payout.order.reference}
      failed={t('failed.change')}
      reads={payoutRoutes}
      onClose={onClose}
    />
  );
}

interface PayoutActionsProps {
  payout: ActedOn;
  /** True where the row itself leads to the customer whose answer is awaited. */
  writes?: boolean;
}

/** The actions on one payout, the next one in view; each asks for a reason. */
export function PayoutActions({ payout, writes = false }: PayoutActionsProps) {
  const { t } = useTranslation('payouts.admin');
  const canTake = useCan();
  const isOwn = useIsMe()(payout.userId);
  const actions = useActions(payout).filter((action) => canTake(action, payout) && !isOwn);
  const isAwaited = useIsAwaited(payout);
  const mayMessage = useMayMessage()(payout.userId);
  const [openAction, setOpenAction] = useState<ShownAction>();
  const { reference } = payout.order;
  const acts = (
    <RowActs
      of={reference}
      lead={writes && isAwaited && <PayoutMessage payout={payout} short />}
      acts={[...actions.filter(({ isNext }) => isNext), ...actions.filter(({ isNext }) => !isNext)].map((action) => ({
        id: action.contract.path,
        text: action.label,
        label: t('actionOf', { action: action.label, reference }),
        onPress: () => setOpenAction(action),
      }))}
    />
  );
  return (
    <>
      {writes && mayMessage && !isAwaited ? (
        // The answer may have come by chat, whatever is next.
        <span className="flex flex-wrap items-center justify-end gap-1 max-sm:[&>span]:flex-1">
          <PayoutMessage payout={payout} short variant="ghost" />
          {acts}
        </span>
      ) : (
        acts
      )}
      {openAction && (
        <ContractDialog
          action={openAction}
          row={payout}
          subtitle={reference}
          failed={t('failed.change')}
          reads={payoutRoutes}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </>
  );
}
