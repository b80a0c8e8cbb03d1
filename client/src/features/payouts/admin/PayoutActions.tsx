import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { shown, useCan, type ShownAction } from '#client/ui/overlay/Actions.tsx';
import { ContractDialog } from '#client/ui/overlay/ContractDialog.tsx';
import * as contract from '#shared/payouts/payouts.contract.ts';
import { returnReasons } from '#shared/payouts/payouts.lifecycle.ts';
import { payoutRoutes, type Payout } from '../payouts.queries.ts';

type ActedOn = Pick<Payout, 'id' | 'state' | 'order'>;

function useActions({ order: { reference } }: ActedOn): ShownAction[] {
  const { t } = useTranslation('payouts.admin');
  const onDone = () => toast({ title: t('changed'), text: reference });
  const why = { label: t('reason'), kind: 'lines' } as const;
  const asksWhy = { fields: { reason: { ...why, maxLength: 500 } }, onDone };
  const reasons = returnReasons.map((value) => ({ value, text: t(`returned.${value}`) }));
  return [
    shown(contract.holdPayout, { label: t('action.hold'), ...asksWhy }),
    shown(contract.resumePayout, { label: t('action.resume'), ...asksWhy }),
    shown(contract.payAgain, { label: t('action.again'), ...asksWhy }),
    shown(contract.settlePayout, { label: t('action.settle'), ...asksWhy }),
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

/** The buttons of one payout; each asks why. */
export function PayoutActions({ payout }: { payout: ActedOn }) {
  const { t } = useTranslation('payouts.admin');
  const canTake = useCan();
  const actions = useActions(payout);
  const [asked, setAsked] = useState<ShownAction>();
  const { reference } = payout.order;
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {actions
          .filter((action) => canTake(action, payout))
          .map((action) => (
            <Button
              key={action.contract.path}
              text={action.label}
              size="small"
              variant="ghost"
              aria-label={t('actionOf', { action: action.label, reference })}
              onClick={() => setAsked(action)}
            />
          ))}
      </div>
      {asked && (
        <ContractDialog
          action={asked}
          row={payout}
          subtitle={reference}
          failed={t('failed.change')}
          reads={payoutRoutes}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
