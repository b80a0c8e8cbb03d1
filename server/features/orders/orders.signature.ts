import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { canonicalJson } from '#server/lib/canonical-json.ts';
import { isSignedRow, signRow } from '#server/lib/row-signature.ts';
import { decimal } from '#shared/kernel/money.ts';

/** What an order is signed over: whose it is, what is given where, what is paid out to whom. */
export const signedOrderShape = {
  id: column.uuid,
  reference: column.text,
  type: column.oneOf(['sell', 'fiat']),
  userId: column.uuid,
  quoteId: orNull(column.uuid),
  cryptoId: orNull(column.text),
  fromCurrency: orNull(column.text),
  amount: column.numeric,
  payoutCurrency: column.text,
  payoutAmount: column.numeric,
  paymentDetails: orNull({ ...column.json, type: 'jsonb' }),
  paymentInstructions: orNull(column.json),
  depositAddress: orNull(column.text),
  depositMemo: orNull(column.text),
  depositNetwork: orNull(column.text),
};
export type SignedOrder = RowOf<typeof signedOrderShape>;

/** The same with the signature that the row carries; an order of a version before signatures has none. */
export const orderWithSignature = { ...signedOrderShape, signature: orNull(column.bytes) };
export type OrderWithSignature = RowOf<typeof orderWithSignature>;

/** The columns of order `t` that its signature covers. */
export const signedOrderColumns = `t.id, t.reference, t.type, t.user_id as "userId", t.quote_id as "quoteId",
  t.crypto_id as "cryptoId", t.from_currency as "fromCurrency", t.amount, t.payout_currency as "payoutCurrency",
  t.payout_amount as "payoutAmount", t.payment_details as "paymentDetails",
  t.payment_instructions as "paymentInstructions", t.deposit_address as "depositAddress",
  t.deposit_memo as "depositMemo", t.deposit_network as "depositNetwork", t.signature`;

const purpose = 'order';

/** The keyed signature of an order's destination and amounts. */
export function signOrder(order: SignedOrder): Buffer {
  return signRow(purpose, signedFieldsOf(order));
}

/** Whether the product itself wrote this order. */
export function isSignedOrder(order: OrderWithSignature): boolean {
  return isSignedRow(purpose, signedFieldsOf(order), order.signature);
}

/** The fields of an order that its signature covers. */
export function signedFieldsOf(order: SignedOrder): unknown[] {
  const { id, reference, type, userId, quoteId, cryptoId, fromCurrency, amount, payoutCurrency, payoutAmount } = order;
  const { paymentDetails, paymentInstructions, depositAddress, depositMemo, depositNetwork } = order;
  return [
    id,
    reference,
    type,
    userId,
    quoteId,
    cryptoId,
    fromCurrency,
    decimal(amount).toFixed(),
    payoutCurrency,
    decimal(payoutAmount).toFixed(),
    // jsonb does not preserve the order of keys; the lines of an instruction have one, which the customer sees.
    canonicalJson(paymentDetails),
    JSON.stringify(paymentInstructions),
    depositAddress,
    depositMemo,
    depositNetwork,
  ];
}
