import { createContext, use, type ReactNode } from 'react';

/** Renders where the money of an order is. It calls the server, which only the feature of the books can do. */
export const OrderBookContext = createContext<((orderId: string) => ReactNode) | null>(null);

/** The accounts of an order's money, if the layout provides them. */
export function OrderBookSlot({ orderId }: { orderId: string }) {
  return use(OrderBookContext)?.(orderId);
}
