import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Api } from '#shared/api.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { settlementQuery, type SettlementState } from '../settlements.queries.ts';

export type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

/**
 * The ids of the transfers that a member has named for an order: the panel names them, and the bar decides about them.
 * A reload of the page drops them.
 */
const namedTransfers = new Map<string, readonly string[]>();
const watchers = new Set<() => void>();

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (watchers.size === 0) namedTransfers.clear();
  };
}

function name(orderId: string, ids: readonly string[]): void {
  namedTransfers.set(orderId, ids);
  for (const onChange of watchers) onChange();
}

const noTransfers: readonly string[] = [];

/**
 * The transfers of a sale with the possible decisions about them; undefined without transfers. At a shared address the
 * member names the transfers first.
 */
export function useSettlement(order: AdminOrder) {
  const chosenIds = useSyncExternalStore(watch, () => namedTransfers.get(order.id));
  const isByHand = order.type === 'sell' && order.stage === 'by_hand';
  const isSettling = isByHand || order.settlement !== null || isDepositStage(order.stage);
  const { data: unnamedSettlement } = useQuery({ ...settlementQuery(order.id, noTransfers), enabled: isSettling });
  const ids = isByHand ? (chosenIds ?? singleTransferIds(unnamedSettlement)) : noTransfers;
  const { data } = useQuery({
    ...settlementQuery(order.id, ids),
    enabled: isSettling && unnamedSettlement !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!isSettling || !data || (isByHand && !data.live && data.transfers.length === 0)) return undefined;
  return {
    state: data,
    namedIds: ids,
    /** The ids of the transfers in the shown figures and sums: the previous ones, until new figures arrive. */
    decidedIds: data.named,
    /** Undefined for a sale with an own address: its transfers are known. */
    onName: isByHand ? (next: readonly string[]) => name(order.id, next) : undefined,
    /** The bar shows the decisions next to the other decisions of the order. */
    isInBar: order.stage === 'question' || (isByHand && order.status === 'pending'),
  };
}

/** Names the transfer from the start if it is the only one without another order: its decisions are shown at once. */
function singleTransferIds(state: SettlementState | undefined): readonly string[] {
  const [onlyTransfer, ...otherTransfers] = state?.transfers ?? [];
  return onlyTransfer && otherTransfers.length === 0 && !onlyTransfer.isNamed && onlyTransfer.isFinal
    ? [onlyTransfer.id]
    : noTransfers;
}
