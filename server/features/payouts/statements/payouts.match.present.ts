import type { StatementLineView } from '#shared/payouts/payouts.statements.contract.ts';
import { moneyText } from '../list/payouts.present.ts';
import type { MatchOfLine } from './payouts.match.queries.ts';

/** The live match of a line as one value, from its rows: payouts and their sums, or the exchange. Null without rows. */
export function matchOf(rows: readonly MatchOfLine[], currency: string): StatementLineView['match'] {
  const [row] = rows;
  if (!row) return null;
  const { rule, at, byId, byName } = row;
  const fee = rows.find(({ role }) => role === 'fee');
  return {
    rule,
    payouts: rows.flatMap(({ role, payoutId, reference, payoutAmount }) =>
      payoutId === null || role === 'fee'
        ? []
        : [{ id: payoutId, reference: reference ?? '', amount: moneyText(payoutAmount ?? '0', currency) }],
    ),
    transactionId: rows.find(({ transactionId }) => transactionId !== null)?.transactionId ?? null,
    fee: fee ? moneyText(fee.amount, currency) : null,
    by: byId === null ? null : { id: byId, name: byName ?? '' },
    at: at.toISOString(),
  };
}
