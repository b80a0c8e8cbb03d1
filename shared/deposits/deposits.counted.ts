import type { Id } from '#shared/kernel/ids.ts';
import { unnamedAmount, type Amount } from '#shared/kernel/money.ts';
import { unevenOf, type Finding } from '#shared/orders/orders.verdict-levels.ts';

/**
 * The coins that arrived for a sale of `agreed` coins, where the verdict finds less or more; undefined where it finds
 * neither.
 */
export function arrivedOf(agreedAmount: Amount<'coin'>, findings: readonly Finding[]): Amount<'coin'> | undefined {
  const uneven = unevenOf(findings);
  const params = findings.find(({ code }) => code === uneven)?.params;
  if (!params) return undefined;
  const difference = unnamedAmount('coin', String(params[uneven === 'short' ? 'missing' : 'surplus']));
  return uneven === 'short' ? agreedAmount.minus(difference) : agreedAmount.plus(difference);
}

/** A part of a settlement, which names the transfers that it pays for; the first settlements did not. */
export type CountedPart = { transferIds?: readonly Id<'transfer'>[] };

/** True if a settlement of these parts counts a transfer; a settlement that names none counts every claimed one. */
export function dependsOnTransfer(parts: readonly CountedPart[], transferId: Id<'transfer'>): boolean {
  return parts.some(({ transferIds }) => transferIds?.includes(transferId) ?? true);
}
