import { isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';

/**
 * True if a pair and its inverse are most likely mistyped (a gap beyond 5 %), or if customers gain by both (a gap above
 * zero).
 */
export function isSuspiciousGap(percent: number): boolean {
  return percent > 0 || isAlarming(decimal(String(percent)));
}
