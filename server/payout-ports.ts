import type { OrdersPorts } from './features/orders/orders.ports.ts';
import { paysFrom } from './features/payouts/accounts/payouts.accounts.service.ts';
import { assertPayee } from './features/payouts/payouts.payee.service.ts';
import type { PayoutsDeps } from './features/payouts/payouts.ports.ts';
import {
  assertNotBeingPaid,
  holdReorganised,
  resumeReorganised,
} from './features/payouts/payouts.reorganised.service.ts';
import {
  cancelPayout,
  dayTotalUsd,
  payoutBefore,
  payoutDecided,
  reversePayout,
} from './features/payouts/payouts.service.ts';
import type { PayoutsOfSettlements } from './features/settlements/settlements.ports.ts';

type OrderPort = 'assertPayee' | 'payoutBefore' | 'payoutDecided' | 'reversePayout' | 'dayTotalUsd' | 'paysFrom';
type Ports = Pick<OrdersPorts, OrderPort> & PayoutsOfSettlements;

/**
 * Returns the functions of payouts that orders and settlements call without knowing payouts. Only requests run them,
 * once everything is composed.
 */
export const payoutPortsOf = (deps: () => PayoutsDeps): Ports => ({
  assertPayee: (from, payee) => assertPayee(from, deps(), payee),
  payoutBefore,
  payoutDecided,
  reversePayout,
  dayTotalUsd: (tx, order, now) => dayTotalUsd(tx, { rates: deps().rates, now }, order),
  paysFrom,
  holdReorganised: (tx, orderId) => holdReorganised(tx, deps(), orderId),
  resumeReorganised: (tx, orderId, net) => resumeReorganised(tx, deps(), orderId, net),
  assertNotBeingPaid,
  cancelPayout: (tx, actor, orderId) => cancelPayout(tx, actor, orderId, deps().now()),
});
