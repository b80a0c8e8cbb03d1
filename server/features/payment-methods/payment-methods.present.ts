import type { PaymentInstruction, PaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import type { PaymentMethodRow } from './payment-methods.queries.ts';

/** An account as shown to the customer who pays into it. */
export function presentInstruction(row: PaymentMethodRow): PaymentInstruction {
  const { id, currency, type, name, displayName, accountDetails, instructions, isSample } = row;
  return { id, currency, type, name, displayName, accountDetails, instructions, isSample };
}

/** Presents a receiving account to the team. */
export function presentMethod(row: PaymentMethodRow): PaymentMethodView {
  const { country, isActive, sortOrder, createdAt } = row;
  return { ...presentInstruction(row), country, isActive, sortOrder, createdAt: createdAt.toISOString() };
}
