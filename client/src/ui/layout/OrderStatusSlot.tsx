import { createContext, use, type ReactNode } from 'react';
import type { Api } from '#shared/api.ts';

export interface OrderStatusSlotProps {
  order: Api['GET /api/admin/transactions']['output'][number];
  bare?: boolean;
}

/** Renders the status of an order for the team. Its screen belongs to orders, which other features do not import. */
export const OrderStatusContext = createContext<((props: OrderStatusSlotProps) => ReactNode) | null>(null);

/** The status of an order with its stage, if the layout provides it. */
export function OrderStatusSlot(props: OrderStatusSlotProps) {
  return use(OrderStatusContext)?.(props);
}
