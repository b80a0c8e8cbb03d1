import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Actions, shown } from '#client/ui/overlay/Actions.tsx';
import type { Api } from '#shared/api.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { createRefund } from '#shared/refunds/refunds.contract.ts';
import { refundRoutes } from '../refunds.queries.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

const readRoutes = [...refundRoutes, 'GET /api/admin/transactions', 'GET /api/admin/transactions/:id'] as const;

/** Sends back the coins of a refused sale, or those beyond the paid amount; renders nothing for other orders. */
export function OrderRefund({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('refunds.admin');
  const may = useMay();
  const isMe = useIsMe();
  const { id: orderId, type, status, stage, settlement, amount, userId } = order;
  const remaining = isRefused(status) ? stage === 'closed' && (settlement?.received ?? amount) : settlement?.rest;
  if (type !== 'sell' || !remaining || !may(createRefund.may) || isMe(userId)) return null;
  const create = shown(createRefund, {
    label: t('onOrder'),
    sends: { orderId },
    fields: {
      amount: {
        label: t('amount', { symbol: order.cryptoSymbol }),
        value: String(remaining),
        missing: 'amount_invalid',
      },
      reason: { label: t('reason') },
    },
  });
  return (
    <section className="flex flex-col border-t border-line p-4">
      <Actions row={{}} actions={[create]} failed={t('failed.move')} reads={readRoutes} />
    </section>
  );
}
