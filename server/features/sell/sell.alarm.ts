import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import { Unprocessable } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { toText } from '#shared/kernel/money.ts';
import type { Quote } from './sell.queries.ts';

type AlarmDeps = Pick<Platform, 'env' | 'inTx' | 'log'>;

/** A quote that the product did not write: its address is not shown, and no order is made of it. */
export async function raiseForgedQuoteAlarm(deps: AlarmDeps, quote: Quote): Promise<void> {
  const { id, userId, reference, cryptoId, amount, terms, deposit, createdAt, expiresAt } = quote;
  deps.log.error({ quoteId: id }, 'A quote was changed behind the product: its address is not shown');
  await raiseAlarm(deps, {
    subject: { type: 'sell_quote', id },
    action: 'sell_quote.signature_failed',
    signedFields: [userId, reference, cryptoId, toText(amount), toText(terms.netAmount), deposit, createdAt, expiresAt],
    audited: { reference },
    mail: {
      template: 'order_alarm',
      data: { reference, path: `/admin/transactions?q=${encodeURIComponent(reference)}` },
    },
  });
}

/** The quotes that the product wrote; each of the others raises the alarm. */
export async function withoutForged<Row extends { quote: Quote }>(
  deps: AlarmDeps,
  rows: readonly Row[],
): Promise<Row[]> {
  for (const { quote } of rows) if (!quote.isSigned) await raiseForgedQuoteAlarm(deps, quote);
  return rows.filter(({ quote }) => quote.isSigned);
}

/** 422: "Address not available". */
export function addressUnavailable(): Unprocessable {
  return new Unprocessable('address_unavailable', 'deposit_address_unavailable');
}
