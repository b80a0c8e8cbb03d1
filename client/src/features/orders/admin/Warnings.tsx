import { useTranslation } from 'react-i18next';
import { OrderReferences } from '#client/ui/data/OrderReferences.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { CustomerWarnings } from './CustomerCard.tsx';
import type { OpenOrder } from './orders.admin.queries.ts';
import { wrongNumberOf } from './orders.payee.ts';

/**
 * Reasons against paying an order, apart from the chain's verdict: shown beside it, and in each dialog that approves
 * it.
 */
export function Warnings({ order }: { order: OpenOrder }) {
  const { t } = useTranslation(['orders.admin', 'payouts.admin']);
  const wrongNumber = wrongNumberOf(order);
  return (
    <>
      {order.tampered && <Note tone="danger">{t('tampered')}</Note>}
      <CustomerWarnings order={order} />
      {order.sameProofReferences.length > 0 && (
        <Note tone="danger">
          <OrderReferences
            sentence={(references) => t('same', { references })}
            references={order.sameProofReferences}
          />
        </Note>
      )}
      {order.warnings.includes('same_document') && <Note tone="danger">{t('check.sameDocument')}</Note>}
      {wrongNumber && <Note tone="danger">{t(`payouts.admin:check.${wrongNumber}`)}</Note>}
      {order.similarProofReferences.length > 0 && (
        <Note tone="warning">
          <OrderReferences
            sentence={(references) => t('check.similar', { references })}
            references={order.similarProofReferences}
          />
        </Note>
      )}
    </>
  );
}
