import { decimal, toText } from '#shared/kernel/money.ts';
import type { moneyStates } from '#shared/orders/orders.receipts.contract.ts';
import { settledRateOf } from '../list/orders.view.present.ts';
import type { DocumentRow, ExportedOrder, ReceiptRow } from './orders.documents.queries.ts';

type MoneyState = (typeof moneyStates)[number];
type Money = Pick<DocumentRow, 'status' | 'stage' | 'paid' | 'decidedAt'>;

/** An order that is completed only once its payout is settled has been paid in these stages. */
const afterSending: ReadonlySet<string> = new Set(['sent', 'returned', 'details_needed', 'approved_again']);

/**
 * Returns where the sent money of an order is: returned money is not with the customer until it was sent again. A
 * completed order without a recorded payout was paid by hand.
 */
export function moneyState({ status, stage, paid }: Omit<Money, 'decidedAt'>): MoneyState | null {
  if (status !== 'completed' && !afterSending.has(stage)) return null;
  if (stage === 'reversed') return 'reversed';
  if (stage !== 'sent' && stage !== 'settled') return 'returned';
  return stage === 'settled' && paid?.hasArrived ? 'arrived' : 'sent';
}

/** Time from which the money is there, in ISO 8601. */
function moneyAt(money: Money): string | null {
  const { paid } = money;
  const state = moneyState(money);
  if (state === null) return null;
  const moments = {
    reversed: paid?.updatedAt,
    returned: paid?.returnedAt,
    arrived: paid?.settledAt,
    sent: paid?.sentAt,
  };
  return moments[state]?.toISOString() ?? money.decidedAt;
}

const rateOf = ({ settlement, agreedRate }: Pick<DocumentRow, 'settlement' | 'agreedRate'>): string =>
  toText(settlement ? settledRateOf(settlement, agreedRate) : decimal(agreedRate));

/** An order as documents show it: amounts and the rate that is paid are exact decimal text, moments ISO 8601 in UTC. */
export function documentOf<Row extends DocumentRow>(row: Row): Row & OrderDocument {
  return { ...row, rate: rateOf(row), moneyState: moneyState(row), moneyAt: moneyAt(row) };
}

export type OrderDocument = DocumentRow & {
  rate: string;
  moneyState: MoneyState | null;
  /** Time from which the money is there. */
  moneyAt: string | null;
};
export type Receipt = ReceiptRow & OrderDocument;
export type BookDocument = ExportedOrder & OrderDocument;

/** Makes documents of a stream of batches. */
export async function* documentsOf<Row extends DocumentRow>(
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<(Row & OrderDocument)[]> {
  for await (const rows of batches) yield rows.map((row) => documentOf(row));
}
