import { Invalid } from '#server/lib/refusal.ts';
import { isWhole, type Amount, type Asset, type Unit } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';

/** Refuses with invalid_input, beside `field`, an amount finer than the smallest unit of its asset: it cannot be sent. */
export function requireWhole<Of extends Asset>(
  amount: Amount<Of>,
  unit: Unit<Of>,
  { symbol, field }: { symbol: string; field: string },
): void {
  if (isWhole(amount, unit)) return;
  const tooFine = filled('too_many_decimals', { symbol, decimals: unit.decimals });
  throw new Invalid('invalid_input', tooFine, { fields: { [field]: tooFine } });
}
