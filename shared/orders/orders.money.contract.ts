import { z } from 'zod';
import { amountOut } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { payoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';

export const customerMoney = endpoint('GET /api/admin/users/:id/money', {
  may: 'orders.read',
  summary: 'What a customer was paid out, earned us and may still sell, and where they are paid',
  response: z.object({
    volumeUsd: amountOut,
    /** The fees of completed orders, each at the value of its order. */
    feesUsd: amountOut,
    completed: z.number().int(),
    /** The fees of completed orders by payout currency, as exact decimal text. */
    fees: z.array(z.object({ currency: z.string(), fee: z.string() })),
    limitUsedUsd: amountOut,
    /** Null where an approved identity lifted the limit. */
    limitUsd: amountOut.nullable(),
    limitDays: z.number().int(),
    accounts: z.array(payoutAccountView),
  }),
});
