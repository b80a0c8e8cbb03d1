import { isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';

/** True of a way there and back that is most likely a typing error, beyond 5 %, or by which customers gain, above zero. */
export function isSuspiciousGap(percent: number): boolean {
  return percent > 0 || isAlarming(decimal(String(percent)));
}
