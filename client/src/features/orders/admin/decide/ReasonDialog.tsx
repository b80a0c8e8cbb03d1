import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { givenOf } from '../../components/orders.text.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { emptyDraft } from './orders.requirements.ts';
import { RefusalDialog } from './RefusalDialog.tsx';
import type { Decide } from './useDecide.ts';

interface ReasonDialogProps {
  order: AdminOrder;
  decide: Decide;
  /** Title of the error, by the entry point that was refused. */
  failed: string;
  onClose: () => void;
}

/** Refusing one order. */
export function ReasonDialog({ order, decide, failed, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('orders.admin');
  // A wrong network is only possible where coins were sent.
  const ofSale = order.type === 'sell' ? (['network'] as const) : [];
  return (
    <RefusalDialog
      title={t('quick.rejectTitle', { reference: order.reference })}
      subtitle={<Ltr className="text-sm text-muted">{givenOf(order)}</Ltr>}
      confirm={t('quick.rejectDo', { reference: order.reference })}
      by={decide}
      failed={failed}
      templates={['nothing', 'amount', 'reused', 'late', ...ofSale, 'blurred', 'name']}
      onRefuse={(adminNotes) => decide.send('reject', { ...emptyDraft, adminNotes })}
      onClose={onClose}
    />
  );
}
