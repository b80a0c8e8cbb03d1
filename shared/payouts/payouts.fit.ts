import { railKindOf, railKinds, type RailKind } from '#shared/reference/rails.ts';
import type { BatchFormat } from './payouts.lifecycle.ts';

/** The kinds of rail that each kind of file pays; a payment by hand pays every kind. */
const kindsOf: Readonly<Record<BatchFormat, readonly RailKind[]>> = {
  pain001: ['bank'],
  paypal: ['paypal'],
  wise: ['wise', 'bank'],
  csv: ['bank', 'mobile_money', 'wallet'],
  by_hand: railKinds,
};

/** True if a file of this format pays a rail; `only` lists the rails to which its layout is restricted. */
export function paysRail(format: BatchFormat, rail: string, allowedRails?: readonly string[]): boolean {
  return kindsOf[format].includes(railKindOf(rail)) && (allowedRails?.includes(rail) ?? true);
}
