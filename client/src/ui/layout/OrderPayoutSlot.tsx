import { createContext, use, type ReactNode } from 'react';

export interface OrderPayoutProps {
  orderId: string;
  reference: string;
  /** Shows only the button that holds a due payout, where its number cannot be right. */
  isHold?: boolean;
}

/** Renders the actions on returned money of an order. It calls the server, which only the feature of payouts can do. */
export const OrderPayoutContext = createContext<((props: OrderPayoutProps) => ReactNode) | null>(null);

/** The actions on returned money of an order, if the layout provides them. */
export function OrderPayoutSlot(props: OrderPayoutProps) {
  return use(OrderPayoutContext)?.(props);
}
