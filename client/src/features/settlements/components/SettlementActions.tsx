import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { Actions, shown } from '#client/ui/overlay/Actions.tsx';
import { makeSettlement } from '#shared/settlements/settlements.contract.ts';
import { settlementRoutes, type SettlementState } from '../settlements.queries.ts';
import { useSettlement, type AdminOrder } from './useSettlement.ts';

/** The team's decisions about the coins of a sale, next to its other decisions; `children` if there are none. */
export function SettlementActions({ order, children }: { order: AdminOrder; children: ReactNode }) {
  const settlement = useSettlement(order);
  if (!settlement?.isInBar || decisionsOf(settlement.state).length === 0) return children;
  return <SettlementButtons order={order} state={settlement.state} namedIds={settlement.decidedIds} filled />;
}

/** True if the team decides about the coins of a sale before it decides about the sale. */
export function useAsksTeam(order: AdminOrder): boolean {
  const settlement = useSettlement(order);
  return settlement !== undefined && settlement.isInBar && decisionsOf(settlement.state).length > 0;
}

const decisionsOf = ({ computed, decisions }: SettlementState) => (computed.asks === 'desk' ? decisions : []);

interface SettlementButtonsProps {
  order: AdminOrder;
  state: SettlementState;
  /** The ids of the named transfers, at a shared address. */
  namedIds?: readonly string[];
  /** True if no other button beside them is filled. */
  filled?: boolean;
}

/** Each decision names the sum that it pays or sends back; the first one follows the rules most closely. */
export function SettlementButtons({ order, state, namedIds = [], filled = false }: SettlementButtonsProps) {
  const { t } = useTranslation(['settlements.admin', 'admin.common']);
  const { computed, live } = state;
  const { received } = live ?? computed;
  const coins = (amount: number) => formatCrypto(amount, order.cryptoSymbol ?? '');
  const labelOf = ({ action, net, rest }: (typeof state)['decisions'][number]) => {
    const payout = formatMoneyText(net, order.payoutCurrency);
    if (action === 'refund') return t('do.refund', { coins: coins(received) });
    if (action === 'cap') return t('do.cap', { payout, rest: coins(rest) });
    return `${t(`action.${action}`)}: ${payout}`;
  };
  const actions = decisionsOf(state).map((decision, index) =>
    shown(makeSettlement, {
      name: decision.action,
      label: labelOf(decision),
      isNext: index === 0,
      fields: { reason: { label: t('reason') } },
      sends: { action: decision.action, ...(namedIds.length > 0 && { transferIds: [...namedIds] }) },
    }),
  );
  return (
    <Actions
      row={{ id: order.id, version: order.version, state: order.status }}
      ownerId={order.userId}
      actions={actions}
      filled={filled}
      foldsInto={filled ? t('others') : undefined}
      failed={t('admin.common:failed.decide')}
      reads={settlementRoutes}
    />
  );
}
