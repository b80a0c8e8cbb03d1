import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Moves } from '#client/ui/overlay/Moves.tsx';
import type { Api } from '#shared/api.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { useCreateRefund } from '../refunds.queries.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

/** Sends back what came for a sale that was refused, or more than is paid for; nothing for all other orders. */
export function OrderRefund({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('refunds.admin');
  const create = useCreateRefund(order.id);
  const may = useMay();
  const isMe = useIsMe();
  const { type, status, stage, settlement, amount, userId } = order;
  const left = isRefused(status) ? stage === 'closed' && (settlement?.received ?? amount) : settlement?.rest;
  if (type !== 'sell' || !left || !may('orders.decide') || isMe(userId)) return null;
  const target = {
    label: t('amount', { symbol: order.cryptoSymbol }),
    value: String(left),
    missing: 'amount_invalid',
  } as const;
  const why = { label: t('reason'), missing: 'refund_reason_required' } as const;
  return (
    <section className="flex flex-col border-t border-line p-4">
      <Moves moves={[{ action: 'refund', label: t('onOrder'), target, why }]} failed={t('failed.move')} by={create} />
    </section>
  );
}
