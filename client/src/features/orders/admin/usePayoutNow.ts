import { useQuery } from '@tanstack/react-query';
import { settlementQuery } from '#client/features/settlements/settlements.queries.ts';
import { decimal } from '#shared/kernel/money.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import type { AdminOrder } from './orders.admin.queries.ts';

type PayoutNow = NonNullable<ReturnType<typeof usePayoutNow>>;

/** False while the customer can only send more coins or take them back: neither choice pays the sum of the sale. */
export const mayBePaid = ({ asks, choices }: Pick<PayoutNow, 'asks' | 'choices'>): boolean =>
  asks !== 'customer' || choices.some((choice) => choice !== 'top_up' && choice !== 'refund');

/**
 * The payout for the coins that have arrived so far, if they differ from the agreed amount and nothing is decided yet.
 */
export function usePayoutNow({ id, stage, settlement, payoutAmount }: AdminOrder) {
  const isUndecided = settlement === null && isDepositStage(stage);
  const { data } = useQuery({ ...settlementQuery(id), enabled: isUndecided });
  if (!isUndecided || !data) return undefined;
  const { computed } = data;
  return decimal(String(computed.net)).eq(decimal(String(payoutAmount))) ? undefined : computed;
}
