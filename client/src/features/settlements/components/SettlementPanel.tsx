import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format/format.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { Crypto, Money } from '#client/ui/data/Money.tsx';
import { Moves } from '#client/ui/overlay/Moves.tsx';
import type { Api } from '#shared/api.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { settlementQuery, useDepositChanges, useSettle, type SettlementState } from '../settlements.queries.ts';

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

/** What arrived for a sale at its own address, and what the team decides about it; nothing for all other orders. */
export function SettlementPanel({ order }: { order: AdminOrder }) {
  const isOwn = order.settlement !== null || isDepositStage(order.stage);
  const { data } = useQuery({ ...settlementQuery(order.id), enabled: isOwn });
  useDepositChanges('GET /api/admin/transactions/:id/settlement');
  return isOwn && data ? <Panel order={order} state={data} /> : null;
}

function Panel({ order, state: { computed, decisions, live } }: { order: AdminOrder; state: SettlementState }) {
  const { t } = useTranslation('settlements.admin');
  const settle = useSettle(order);
  const may = useMay();
  const isMe = useIsMe();
  const symbol = order.cryptoSymbol ?? '';
  const shown = live ?? computed;
  const mayDecide = computed.asks === 'desk' && may('orders.decide') && !isMe(order.userId);
  const why = { label: t('reason'), missing: 'settlement_reason_required' } as const;
  const moves = (mayDecide ? decisions : []).map(({ action, net }) => ({
    action,
    // A refund pays nothing; every other button names its payout.
    label:
      action === 'refund' ? t('action.refund') : `${t(`action.${action}`)}: ${formatMoney(net, order.payoutCurrency)}`,
    isNext: true,
    why,
  }));
  const rows = [
    [t('received'), <Crypto key="received" amount={shown.received} symbol={symbol} />],
    [t('paidFor'), <Crypto key="paid" amount={shown.paidFor} symbol={symbol} />],
    [t('rest'), <Crypto key="rest" amount={shown.rest} symbol={symbol} />],
    [t('agreed'), <Money key="agreed" amount={order.payoutAmount} currency={order.payoutCurrency} />],
    [t('net'), <Money key="net" amount={shown.net} currency={order.payoutCurrency} />],
  ] as const;
  return (
    <section aria-labelledby="settlement" className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      <h3 id="settlement" className="text-base">
        {t('title')}: {t(`outcome.${shown.outcome}`)}
      </h3>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {!live && computed.asks === 'customer' && <p className="text-pending">{t('asksCustomer')}</p>}
      {!live && computed.asks === 'desk' && <p className="text-pending">{t('asksDesk')}</p>}
      <Moves moves={moves} failed={t('failed.decide')} by={settle} />
    </section>
  );
}
