import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextArea } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { useLineAction, type StatementLine } from './payouts.statements.queries.ts';

/** What needs a reason: payouts chosen by hand, a line set aside, a match taken back. */
export interface LineQuestion {
  kind: 'choose' | 'ignore' | 'undo';
  line: StatementLine;
}

export function LineDialog({ kind, line, onClose }: LineQuestion & { onClose: () => void }) {
  const { t } = useTranslation('payouts.statements');
  const [reason, setReason] = useState('');
  const payouts = line.candidates.flatMap(({ payoutId, reference, amount }) =>
    payoutId ? [{ id: payoutId, reference, amount }] : [],
  );
  const [chosen, setChosen] = useState<readonly string[]>(payouts.length === 1 ? payouts.map(({ id }) => id) : []);
  const action = useLineAction(line.id);
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((known) => known !== id)));
  const as = line.direction === 'in' ? 'returned' : 'settled';
  const wanted =
    kind === 'choose'
      ? ({ action: 'match', body: { payoutIds: [...chosen], as, reason } } as const)
      : { action: kind, body: { reason } };
  return (
    <ConfirmDialog
      danger={kind === 'undo'}
      title={t(`ask.${kind}.title`)}
      confirm={t(`ask.${kind}.yes`)}
      busy={action.isPending}
      error={action.error}
      failed={t('failed.change')}
      onConfirm={() => action.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(`ask.${kind}.text`, { amount: `${line.amount} ${line.currency}` })}</p>
      {kind === 'choose' &&
        payouts.map(({ id, reference, amount }) => (
          <Checkbox
            key={id}
            label={`${reference}: ${amount} ${line.currency}`}
            checked={chosen.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      <TextArea
        label={t('reason')}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
